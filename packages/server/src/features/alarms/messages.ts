import { topics } from '@wattkeeper/contracts/link'
import type { Intake } from '../../platform/link/messages.ts'
import { isRecord, readReports } from '../../platform/link/reports.ts'
import { storeSamples } from './ingest.ts'
import type { SampleRow } from './ingest-queries.ts'

const CODE = /^[A-Za-z0-9_]{1,32}$/
const MOST_VALUE = 0xffff_ffff
const MOST_CODES = 256

export const alarmMessages: Intake<SampleRow> = {
  topic: topics.alarms.path,

  decode(message, decoding) {
    for (const { ts, at, isBacklog, fields } of readReports(message, decoding)) {
      const { values } = fields
      const wrong = wrongIn(values)
      if (wrong !== undefined || !isRecord(values)) {
        decoding.refuse('wrongType', wrong?.slice(0, 64))
        continue
      }
      for (const [semaphoreCode, value] of Object.entries(values))
        if (typeof value === 'number')
          decoding.row({ deviceId: message.sender, semaphoreCode, ts, at, value, isLive: !isBacklog })
    }
  },

  write: storeSamples,
}

function wrongIn(values: unknown): string | undefined {
  if (!isRecord(values)) return 'values'
  const entries = Object.entries(values)
  if (entries.length > MOST_CODES) return 'values'
  return entries.find(([code, value]) => !CODE.test(code) || !isAlarmValue(value))?.[0]
}

function isAlarmValue(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_VALUE
}
