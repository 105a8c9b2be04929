import type { InputOf, Route } from '@wattkeeper/contracts/kit'
import { type Answer, type CallOptions, exchange, headersNow, readJson, withSession } from './call.ts'
import { Failure } from './failure.ts'
import { sayApi } from './texts.ts'
import { fileNameOf, openEnvelope, requestOf } from './wire.ts'

export interface Progress {
  readonly sentBytes: number
  readonly totalBytes: number
  readonly bytesPerS: number
}

export interface UploadOptions extends CallOptions {
  readonly onProgress?: (progress: Progress) => void
}

/** XMLHttpRequest because fetch cannot tell how much of a body has gone out. */
function post(path: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const startedAt = performance.now()
    request.open('POST', path)
    for (const [name, value] of Object.entries(headersNow())) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
      onProgress?.({ sentBytes: loaded, totalBytes: total, bytesPerS: loaded / seconds })
    }
    request.onload = () =>
      request.response === null
        ? reject(new Failure(sayApi('unreadable', { status: request.status }), { kind: 'network' }))
        : resolve(request.response)
    request.onerror = () => reject(new Failure(sayApi('network'), { kind: 'network' }))
    request.onabort = () => reject(new Failure(sayApi('cancelled'), { kind: 'cancelled' }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

interface Upload<R extends Route> {
  readonly file: File
  readonly input: InputOf<R>
}

/** Sends one file in the field `file`, with the input as the other fields. */
export async function uploadFile<R extends Route>(
  route: R,
  { file, input }: Upload<R>,
  options: UploadOptions = {},
): Promise<Answer<R>> {
  return withSession(route, async () => {
    const form = new FormData()
    // the server reads a multipart body in order: fields first
    for (const [name, value] of Object.entries({ ...input })) form.set(name, String(value))
    form.set('file', file)
    return openEnvelope(route, await post(route.path, form, options))
  })
}

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export interface DownloadOptions extends CallOptions {
  readonly onProgress?: (receivedBytes: number) => void
}

async function readAll(response: Response, onProgress: DownloadOptions['onProgress']): Promise<Blob> {
  const reader = response.body?.getReader()
  if (!onProgress || !reader) return response.blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    received += part.value.length
    onProgress(received)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Fetches a file and hands it to the browser under the server's name. An error comes as JSON and is thrown. */
export async function downloadFile<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: DownloadOptions = {},
): Promise<void> {
  await withSession(route, async () => {
    const response = await exchange(requestOf(route, { ...input }), options)
    const disposition = response.headers.get('content-disposition')
    if (!disposition) {
      openEnvelope(route, await readJson(response))
      throw new Failure(sayApi('extractFailed'))
    }
    saveAs(await readAll(response, options.onProgress), fileNameOf(disposition) ?? 'download')
  })
}
