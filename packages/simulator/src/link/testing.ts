import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { Aedes } from 'aedes'
import type { PublishPacket } from 'aedes'

export interface Heard {
  readonly topic: string
  readonly payload: string
  readonly dup: boolean
}

/** A broker on loopback that stands for the platform: admits who knows `secret`, hears everything, acknowledges when told. */
export interface TestBroker {
  readonly url: string
  readonly heard: readonly Heard[]
  readonly connections: () => number
  /** Resolves with the first message, heard or to come, that fits. */
  hear(fits: (message: Heard) => boolean): Promise<Heard>
  tell(topic: string, payload: unknown): Promise<void>
  /** While held, nothing is acknowledged; what was held is never. */
  hold(isHeld: boolean): void
  cutAll(): void
  stop(): Promise<void>
}

export async function startTestBroker(secret = 'secret'): Promise<TestBroker> {
  const aedes = await Aedes.createBroker()
  const server = createServer((socket) => aedes.handle(socket))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  const heard: Heard[] = []
  const waiting = new Set<(message: Heard) => void>()
  let isHeld = false
  aedes.authenticate = (_client, _user, password, done) => {
    done(null, password?.toString() === secret)
  }
  aedes.authorizePublish = (_client, packet, done) => {
    const message = read(packet)
    heard.push(message)
    for (const resolve of waiting) resolve(message)
    if (!isHeld) done(null)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `mqtt://127.0.0.1:${port ?? 0}`,
    heard,
    connections: () => aedes.connectedClients,
    hear: (fits) =>
      new Promise((resolve) => {
        const found = heard.find(fits)
        if (found) return resolve(found)
        const look = (message: Heard) => {
          if (!fits(message)) return
          waiting.delete(look)
          resolve(message)
        }
        waiting.add(look)
      }),
    tell: (topic, payload) =>
      new Promise((resolve, reject) => {
        const packet = {
          cmd: 'publish',
          qos: 1,
          retain: false,
          dup: false,
          topic,
          payload: JSON.stringify(payload),
        } as const
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    hold: (held) => (isHeld = held),
    cutAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => aedes.close(() => server.close(() => resolve())))
    },
  }
}

const read = ({ topic, payload, dup }: PublishPacket): Heard => ({ topic, payload: payload.toString(), dup })
