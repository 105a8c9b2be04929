import type { Envelope, Route } from '@wattkeeper/contracts/kit'
import type { FastifyInstance } from 'fastify'
import { readSheet } from '../platform/excel/index.ts'

/** The cells of a workbook's sheet, row by row. */
export async function cellsOf(bytes: Buffer, sheet = 0): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for await (const { cells } of readSheet(bytes, sheet)) rows.push(cells)
  return rows
}

const boundary = 'wattkeeper-test'

/** Sends one file as a browser does. */
export async function sendFile(
  app: FastifyInstance,
  route: Route,
  { token, bytes, name = 'file.xlsx' }: { token: string; bytes: Buffer; name?: string },
): Promise<Envelope> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: route.path,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json<Envelope>()
}

/** Fetches the file that a route answers with. */
export async function fetchFile(
  app: FastifyInstance,
  route: Route,
  { token, input = {}, language = 'zh' }: { token: string; input?: object; language?: string },
): Promise<{ bytes: Buffer; name: string }> {
  const answer = await app.inject({
    method: route.method,
    url: route.path,
    headers: { authorization: token, 'accept-language': language },
    ...(route.method === 'POST' && { payload: input }),
  })
  const name = /filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  return { bytes: answer.rawPayload, name: decodeURIComponent(name) }
}
