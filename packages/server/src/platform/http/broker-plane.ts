import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a broker of the operator's own asks about those who connect to it. */
export interface BrokerPlane {
  isDevice(name: string, secret: string): Promise<boolean>
  /** A connection of the device has ended; `session` tells it from those before and after. */
  left(name: string, session: string | null): Promise<void>
  arrived(name: string, session: string | null): Promise<void>
}

export interface BrokerAccess {
  /** A part of every address: whoever does not know it finds nothing here. */
  readonly key: string
  /** The account under which the platform itself connects. */
  readonly platform: { readonly name: string; readonly secret: string }
}

const listening = /^v1\/([^/]+)\/(?:commands|upgrade)$/
const speaking = /^v1\/([^/]+)\/(?:telemetry|alarms|events|info|status|commands\/reply|upgrade\/progress)$/

type Body = Readonly<Record<string, unknown>>
type Asked = FastifyRequest<{ Params: { key: string }; Body: Body | null }>

/**
 * EMQX asks `auth` and `acl` and reads `result`, and tells of connections at `event`; mosquitto-go-auth asks `auth`,
 * `superuser` and `acl` and reads `Ok`: an answer here has both.
 */
export function serveBrokerPlane(app: FastifyInstance, plane: BrokerPlane, access: BrokerAccess): void {
  const isPlatform = (name: string) => name === access.platform.name
  const serve = (path: string, decide: (body: Body) => Promise<boolean> | boolean) => {
    app.post(`/broker/:key/${path}`, { schema: { hide: true } }, async (request: Asked, reply) => {
      if (!isSame(request.params.key, access.key))
        return reply.code(404).send({ result: 'deny', Ok: false, Error: 'denied' })
      const isAllowed = await decide(request.body ?? {})
      return {
        result: isAllowed ? 'allow' : 'deny',
        is_superuser: false,
        Ok: isAllowed,
        Error: isAllowed ? '' : 'denied',
      }
    })
  }
  serve('auth', ({ username, password, clientid }) => {
    const [name, secret] = [text(username), text(password)]
    if (isPlatform(name)) return isSame(secret, access.platform.secret)
    // One name in three places, so that nobody takes another's session away.
    return text(clientid) === name && plane.isDevice(name, secret)
  })
  serve('superuser', ({ username }) => isPlatform(text(username)))
  serve('acl', ({ username, topic, action, acc }) => {
    if (isPlatform(text(username))) return true
    const writes = action === 'publish' || Number(acc) === 2
    return (writes ? speaking : listening).exec(text(topic))?.[1] === text(username)
  })
  serve('event', async ({ event, clientid, connected_at: since }) => {
    const session = typeof since === 'number' ? String(since) : null
    if (event === 'client.connected') await plane.arrived(text(clientid), session)
    if (event === 'client.disconnected') await plane.left(text(clientid), session)
    return true
  })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
