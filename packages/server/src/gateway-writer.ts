import { alarmMessages } from './features/alarms/index.ts'
import { proving, replyMessages } from './features/commands/index.ts'
import { eventMessages } from './features/events/index.ts'
import { deviceClocks, infoMessages, quarantine } from './features/links/index.ts'
import { RETENTION_DAYS, stagingTable, telemetryMessages } from './features/telemetry/index.ts'
import { progressMessages, provingVersions } from './features/upgrades/index.ts'
import { gatewayTopics } from './gateway-topics.ts'
import type { Intake, Message, Decoding } from './platform/link/messages.ts'
import { runWriter, writerData } from './platform/link/writer/writer.ts'

// The writer thread of report: what the features plug into the intake.

async function openCache() {
  const { redisUrl } = writerData()
  if (redisUrl === undefined) return undefined
  const { openRedisCache } = await import('./platform/cache/redis-cache.ts')
  // om tells of a cache that is away; what does not reach it is read from the database later.
  return openRedisCache({ url: redisUrl, onError: () => undefined })
}

const plugged: readonly Intake<never>[] = [
  ...[telemetryMessages((await openCache())?.latest), alarmMessages, eventMessages],
  ...[provingVersions(proving(infoMessages)), replyMessages, progressMessages],
]

/** A topic of the protocol whose feature has not come yet: nobody asked the device for it. */
const unexpected = (topic: string): Intake => ({
  topic,
  decode: (_message: Message, decoding: Decoding<unknown>) => decoding.refuse('notExpected'),
  write: async () => undefined,
})

runWriter({
  intakes: gatewayTopics.map(
    (topic) => plugged.find((intake) => intake.topic === topic) ?? unexpected(topic),
  ),
  senders: deviceClocks,
  quarantine,
  prepare: [stagingTable],
  retentionMs: RETENTION_DAYS.raw * 86_400_000,
})
