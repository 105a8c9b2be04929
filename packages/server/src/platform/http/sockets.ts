import websocket from '@fastify/websocket'
import type { Envelope, InputOf, Language, Route } from '@wattkeeper/contracts/kit'
import type { FastifyInstance } from 'fastify'

/** One open WebSocket, as text in both directions. */
export interface Socket {
  /** The other side's network address. */
  readonly address: string
  /** What was sent and has not left this machine. */
  readonly bufferedBytes: number
  send(text: string): void
  /** Asks the other side's machine, not its program, to answer. */
  ping(): void
  onMessage(hearer: (text: string) => void): void
  onPong(hearer: () => void): void
  onClose(hearer: () => void): void
  close(code: number, reason: string): void
  /** Without a good-bye, to one that does not listen. */
  cut(): void
}

/** Asks a route as if it had come by HTTP: the same checks, the same audit, the same words. */
export type Ask = <R extends Route>(
  route: R,
  input: InputOf<R>,
  as: {
    readonly token: string
    readonly language: Language
    readonly address: string
    readonly key?: string
  },
) => Promise<Envelope>

interface Serving {
  readonly path: string
  /** Of one message; a longer one ends the socket. */
  readonly maxBytes: number
  readonly onSocket: (socket: Socket, ask: Ask) => void
}

/** Before any route is served. */
export async function serveSockets(app: FastifyInstance, serving: Serving): Promise<void> {
  const { path, maxBytes, onSocket } = serving
  await app.register(websocket, { options: { maxPayload: maxBytes, perMessageDeflate: false } })
  const ask: Ask = async (route, input, { token, language, address, key }) => {
    const answer = await app.inject({
      method: route.method,
      url: route.path,
      remoteAddress: address,
      headers: {
        authorization: token,
        'accept-language': language,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(route.method === 'POST'
        ? { payload: input as object }
        : { query: input as Record<string, string> }),
    })
    return answer.json<Envelope>()
  }
  app.route({
    method: 'GET',
    url: path,
    schema: { hide: true },
    handler: (_request, reply) => reply.code(426).send('This is a WebSocket'),
    wsHandler: (socket, request) => {
      socket.on('error', (error) => request.log.debug(error, 'a socket broke'))
      onSocket(
        {
          address: request.ip,
          get bufferedBytes() {
            return socket.bufferedAmount
          },
          send: (text) => {
            if (socket.readyState === socket.OPEN) socket.send(text)
          },
          ping: () => {
            if (socket.readyState === socket.OPEN) socket.ping()
          },
          onMessage: (hearer) => {
            // binary frames hold text, too, or nothing that parses
            socket.on('message', (data: Buffer) => hearer(data.toString()))
          },
          onPong: (hearer) => socket.on('pong', hearer),
          onClose: (hearer) => socket.on('close', hearer),
          close: (code, reason) => socket.close(code, reason),
          cut: () => socket.terminate(),
        },
        ask,
      )
    },
  })
}
