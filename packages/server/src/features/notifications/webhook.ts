import { createHmac } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { type BlockList, isIP } from 'node:net'
import { notificationProblems } from '@wattkeeper/contracts/api/notifications'
import { fail } from '@wattkeeper/contracts/kit'
import { InnerAddress, guardedLookup, isAllowed } from '../../platform/http/guard.ts'

const patienceMs = 10_000
const mostRead = 500

export interface Post {
  readonly url: string
  readonly secret: string
  readonly body: string
  /** The same for every try: a receiver that has it already may leave it. */
  readonly id: string
  readonly now: number
}

/** `v1=` and the HMAC-SHA256 of `timestamp.body`, in hexadecimal digits. */
export function sign(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** An address of the web that may be stored; names are looked up again, and judged, whenever something is sent. */
export function checkUrl(target: string, allowed: BlockList): string {
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return fail(notificationProblems.wrongUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isInner = isIP(host) !== 0 ? !isAllowed(host, allowed) : host === 'localhost'
  if (isInner) fail(notificationProblems.innerUrl)
  const isAllowedInside = isIP(host) !== 0 && isAllowed(host, allowed) && url.protocol === 'http:'
  if (url.protocol === 'http:' && !isAllowedInside) fail(notificationProblems.wrongUrl)
  return url.href
}

/** Sends one signed message; throws why it was not taken. A redirect is a refusal: it could lead anywhere. */
export async function postWebhook({ url, secret, body, id, now }: Post, allowed: BlockList): Promise<void> {
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, allowed)) throw new InnerAddress(host)
  const timestamp = String(Math.floor(now / 1000))
  const send = address.protocol === 'https:' ? requestSecure : requestPlain
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const request = send(address, {
    method: 'POST',
    agent: false,
    lookup: guardedLookup(allowed),
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Wattkeeper',
      'x-wattkeeper-delivery': id,
      'x-wattkeeper-timestamp': timestamp,
      'x-wattkeeper-signature': sign(secret, timestamp, body),
    },
  })
  request.once('error', reject)
  request.once('response', (answer) => {
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) {
      answer.resume()
      answer.once('error', () => undefined)
      return resolve(undefined)
    }
    let said = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      said += part
      if (said.length > mostRead) answer.destroy()
    })
    answer.once('error', () => undefined)
    answer.once('close', () => reject(new Error(`HTTP ${statusCode} ${said.slice(0, mostRead)}`.trim())))
  })
  request.end(body)
  await promise
}
