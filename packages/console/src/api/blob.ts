import type { InputOf, Route } from '@wattkeeper/contracts/kit'
import { type CallOptions, exchange, readJson, withSession } from './call.ts'
import { openEnvelope, requestOf } from './wire.ts'

/** Reads a file to show it, instead of saving it. An error comes as JSON and is thrown. */
export async function fetchBlob<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<Blob> {
  return withSession(route, async () => {
    const response = await exchange(requestOf(route, { ...input }), options)
    if (!response.headers.has('content-disposition')) openEnvelope(route, await readJson(response))
    return response.blob()
  })
}
