import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The outside world of a test: a mailbox behind a real SMTP server, on loopback. */
export interface Mailbox {
  readonly url: string
  readonly letters: string[]
  /** From now on the server refuses letters with this sentence; undefined: takes them again. */
  refuse(reason: string | undefined): void
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: string[] = []
  let refusal: string | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refusal !== undefined) return done(Object.assign(new Error(refusal), { responseCode: 451 }))
        letters.push(Buffer.concat(parts).toString())
        return done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuse: (reason) => {
      refusal = reason
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A webhook's receiver on loopback: answers with whatever status is set. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  answer(status: number, headers?: Record<string, string>): void
  /** Resolves when the next message has come, before it is answered; the answer waits for what it gets. */
  hold(until: Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let reply: { status: number; headers: Record<string, string> } = { status: 204, headers: {} }
  let holding: { until: Promise<void>; came: () => void } | undefined
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    received.push({ headers: request.headers, body })
    const { status, headers } = reply
    holding?.came()
    await holding?.until
    response.writeHead(status, headers).end(status === 204 ? undefined : 'said no')
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (status, headers = {}) => {
      reply = { status, headers }
    },
    hold: (until) =>
      new Promise((resolve) => {
        holding = { until, came: resolve }
        void until.then(() => (holding = undefined))
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
