import { commands } from '@wattkeeper/contracts/api/commands'
import { session } from '@wattkeeper/contracts/api/session'
import type { Envelope } from '@wattkeeper/contracts/kit'
import { password } from './place.ts'

/** Who has signed in somewhere; each rejects when the answer is anything but what was asked for. */
export interface Asking {
  readonly token: string
  get(path: string): Promise<unknown>
  post(path: string, body: object): Promise<unknown>
}

export async function signIn(http: number): Promise<Asking> {
  const { token } = await ask<{ token: string }>(http, session.login.path, {
    body: { loginName: 'admin', password },
  })
  return {
    token,
    get: (path) => ask(http, path, { token }),
    post: (path, body) => ask(http, path, { token, body }),
  }
}

/** Signs in at a node; what comes back orders a fast report of a device there. */
export async function callNode(http: number): Promise<(deviceId: number) => Promise<unknown>> {
  const asking = await signIn(http)
  return (equipId) => order(asking, equipId)
}

export const order = (asking: Asking, equipId: number) =>
  asking.post(commands.uploadSwitch.path, { equipId, value: Math.round(Math.random()) })

async function ask<T>(
  http: number,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: object },
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${http}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: token }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  const envelope = JSON.parse(text) as Envelope<T>
  if (envelope.code !== 200) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data
}
