import type { TSchema } from 'typebox'
import { Command, CommandReply, UpgradeOrder, UpgradeProgress } from './commands.ts'
import { Alarms, Events, Info, Telemetry } from './payloads.ts'

/** `up`: the device publishes, the platform acknowledges once it is stored. `down`: the device subscribes. */
export interface Topic<Schema extends TSchema = TSchema> {
  readonly path: string
  readonly direction: 'up' | 'down'
  readonly payload: Schema
}

const up = <Schema extends TSchema>(path: string, payload: Schema): Topic<Schema> => ({
  path,
  direction: 'up',
  payload,
})

const down = <Schema extends TSchema>(path: string, payload: Schema): Topic<Schema> => ({
  path,
  direction: 'down',
  payload,
})

/** Device protocol v1, complete: `v1/{code}/{path}`. */
export const topics = {
  telemetry: up('telemetry', Telemetry),
  alarms: up('alarms', Alarms),
  events: up('events', Events),
  info: up('info', Info),
  commands: down('commands', Command),
  reply: up('commands/reply', CommandReply),
  upgrade: down('upgrade', UpgradeOrder),
  progress: up('upgrade/progress', UpgradeProgress),
} as const satisfies Record<string, Topic>

export type TopicName = keyof typeof topics

const PREFIX = 'v1/'

/** The MQTT topic of one device: `topicOf('telemetry', 'WK0001')` is `v1/WK0001/telemetry`. */
export function topicOf(name: TopicName, code: string): string {
  return `${PREFIX}${code}/${topics[name].path}`
}

export const topicNames = Object.keys(topics).filter(isTopicName)

const nameOfPath = new Map<string, TopicName>(topicNames.map((name) => [topics[name].path, name]))

function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(topics, name)
}

/** Reads an MQTT topic back; undefined when it is none of the protocol's. */
export function readTopic(topic: string): { code: string; name: TopicName } | undefined {
  if (!topic.startsWith(PREFIX)) return undefined
  const end = topic.indexOf('/', PREFIX.length)
  const name = end < 0 ? undefined : nameOfPath.get(topic.slice(end + 1))
  return name && { code: topic.slice(PREFIX.length, end), name }
}
