import { commands } from '@wattkeeper/contracts/api/commands'
import { session } from '@wattkeeper/contracts/api/session'
import type { Envelope } from '@wattkeeper/contracts/kit'
import { password } from './place.ts'

/** Signs in at a node; what comes back orders a fast report of a device there. */
export async function callNode(http: number): Promise<(deviceId: number) => Promise<void>> {
  const { token } = await ask<{ token: string }>(
    http,
    session.login.path,
    { loginName: 'admin', password },
    '',
  )
  return (equipId) =>
    ask(http, commands.uploadSwitch.path, { equipId, value: Math.round(Math.random()) }, token)
}

async function ask<T>(http: number, path: string, body: object, token: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${http}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: token }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const envelope = (await answer.json()) as Envelope<T>
  if (envelope.code !== 200) throw new Error(envelope.message)
  return envelope.data
}
