import type { Command, CommandReply } from '@wattkeeper/contracts/link'
import { topicOf } from '@wattkeeper/contracts/link'
import type { MqttClient } from 'mqtt'
import { type TestDevice, connectDevice, say } from './device-plane.ts'

/** How a device meets one command. */
export type Manner =
  /** Acts and answers, or says why it does not. */
  | 'obey'
  | 'refuse'
  /** Acts on nothing and says nothing. */
  | 'ignore'
  /** Acts, and the answer is lost on the way. */
  | 'actInSilence'
  /** Answers with an id that nobody gave it, and to another device's. */
  | 'answerAnother'
  | 'answerTwice'
  /** Acts, and its connection breaks before it has answered. */
  | 'vanish'

/** A device that takes commands as the protocol says, or not: it acts on each id once, whatever comes again. */
export interface ObedientDevice extends TestDevice {
  manner: Manner
  /** Every message received, the repeated ones too. */
  readonly heard: readonly Command[]
  /** What it acted on, in order. */
  readonly acted: readonly Command[]
  /** Done before an answer, so that a test can hold it back or report parameters. */
  before: (command: Command) => Promise<void>
  connect(port?: number): Promise<void>
  cut(): Promise<void>
  answer(reply: CommandReply): Promise<void>
  say(topic: Parameters<typeof say>[1], payload: unknown): Promise<void>
  readonly isOnline: boolean
}

export function obedientDevice(known: TestDevice, port: number): ObedientDevice {
  const heard: Command[] = []
  const acted: Command[] = []
  const given = new Map<string, CommandReply>()
  let client: MqttClient | undefined
  const topic = topicOf('commands', known.code)
  const answer = async (reply: CommandReply) => {
    if (client) await say(client, 'reply', reply)
  }

  const act = (command: Command, result: 1 | 0) => {
    const known = given.get(command.id)
    if (known) return known
    if (result === 1) acted.push(command)
    const reply: CommandReply = { id: command.id, result, ...(result === 0 && { message: 'not today' }) }
    given.set(command.id, reply)
    return reply
  }

  const meet = async (command: Command) => {
    const { manner } = device
    if (manner === 'ignore') return
    const reply = act(command, manner === 'refuse' ? 0 : 1)
    if (manner === 'actInSilence') return
    if (manner === 'vanish') return device.cut()
    await device.before(command)
    if (manner === 'answerAnother') await answer({ ...reply, id: crypto.randomUUID() })
    else await answer(reply)
    if (manner === 'answerTwice') await answer({ ...reply, result: reply.result === 1 ? 0 : 1 })
  }

  const device: ObedientDevice = {
    ...known,
    manner: 'obey',
    heard,
    acted,
    before: async () => undefined,
    answer,
    get isOnline() {
      return client?.connected ?? false
    },
    async connect(at = port) {
      client = await connectDevice(at, known)
      client.on('error', () => undefined)
      client.on('message', (_, payload) => {
        const command = JSON.parse(payload.toString()) as Command
        heard.push(command)
        // What breaks with the connection is sent again after it.
        meet(command).catch(() => undefined)
      })
      await client.subscribeAsync(topic, { qos: 1 })
    },
    async cut() {
      const going = client
      client = undefined
      going?.stream.destroy()
      await going?.endAsync(true)
    },
    say: async (name, payload) => {
      if (client) await say(client, name, payload)
    },
  }
  return device
}
