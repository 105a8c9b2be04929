import type { FromPhone, ToPhone } from '@wattkeeper/contracts/api/app-socket'
import { appSocketPath } from '@wattkeeper/contracts/api/app-socket'
import { WebSocket } from 'ws'

type Kind = ToPhone['type']
type Of<K extends Kind> = Extract<ToPhone, { type: K }>

/** A phone for tests: says what it is told to, and keeps what it hears. */
export interface TestPhone {
  readonly heard: ToPhone[]
  say(message: FromPhone | Record<string, unknown>): void
  sayText(text: string): void
  /** The next message of a kind that answers; others on the way are kept and passed over. */
  next<K extends Kind>(kind: K, isIt?: (message: Of<K>) => boolean): Promise<Of<K>>
  /** Why om closed the socket. */
  readonly closed: Promise<number>
  leave(): void
}

interface Traits {
  readonly origin: string
  readonly token?: string
  /** false: its machine does not answer pings. */
  readonly autoPong?: boolean
}

export async function connectPhone({ origin, token, autoPong = true }: Traits): Promise<TestPhone> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${appSocketPath}`, { autoPong })
  const heard: ToPhone[] = []
  let read = 0
  let wake = Promise.withResolvers<undefined>()
  const stir = () => {
    wake.resolve(undefined)
    wake = Promise.withResolvers()
  }
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  let isClosed = false
  void closed.then(() => {
    isClosed = true
    stir()
  })
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as ToPhone)
    stir()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const phone: TestPhone = {
    heard,
    closed,
    say: (message) => socket.send(JSON.stringify(message)),
    sayText: (text) => socket.send(text),
    async next(kind, isIt = () => true) {
      for (;;) {
        const waiting = wake.promise
        while (read < heard.length) {
          const message = heard[read]
          read += 1
          if (message && isOf(message, kind) && isIt(message)) return message
        }
        if (isClosed) throw new Error(`closed before ${kind}: ${JSON.stringify(heard.at(-1))}`)
        await waiting
      }
    },
    leave: () => socket.terminate(),
  }
  if (token !== undefined) {
    phone.say({ type: 'signIn', token, language: 'zh' })
    await phone.next('signedIn')
  }
  return phone
}

const isOf = <K extends Kind>(message: ToPhone, kind: K): message is Of<K> => message.type === kind
