import type { InputOf, Route } from '@wattkeeper/contracts/kit'
import { type CallOptions, exchange, readJson, withSession } from './call.ts'
import { Failure } from './failure.ts'
import { sayApi } from './texts.ts'
import { openEnvelope, requestOf } from './wire.ts'

export interface StreamOptions extends CallOptions {
  readonly onText: (text: string) => void
}

/** Reads a text file as it arrives, instead of saving it. An error comes as JSON and is thrown. */
export async function streamText<R extends Route>(
  route: R,
  input: InputOf<R>,
  { signal, onText }: StreamOptions,
): Promise<void> {
  await withSession(route, async () => {
    const response = await exchange(requestOf(route, { ...input }), { signal })
    if (!response.headers.has('content-disposition')) openEnvelope(route, await readJson(response))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Failure(sayApi('unreadable', { status: response.status }), { kind: 'network' })
    for (let part = await reader.read(); !part.done; part = await reader.read()) onText(part.value)
  })
}
