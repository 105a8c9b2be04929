import { topics } from '@wattkeeper/contracts/link'
import type { Intake } from '../../platform/link/messages.ts'
import { isText, readReports } from '../../platform/link/reports.ts'
import { storeDeviceEvents } from './ingest-queries.ts'
import type { DeviceEventRow } from './ingest-queries.ts'

const CODE = /^[A-Za-z0-9_]{1,32}$/
const MOST_CONTENT = 500

export const eventMessages: Intake<DeviceEventRow> = {
  topic: topics.events.path,

  decode(message, decoding) {
    for (const { ts, fields } of readReports(message, decoding)) {
      const { code, flag, content } = fields
      const text = content ?? null
      if (typeof code !== 'string' || !CODE.test(code)) decoding.refuse('wrongType', 'code')
      else if (typeof flag !== 'boolean') decoding.refuse('wrongType', 'flag')
      else if (text !== null && !isText(text, MOST_CONTENT)) decoding.refuse('wrongType', 'content')
      else decoding.row({ deviceId: message.sender, semaphoreCode: code, flag, content: text, ts })
    }
  },

  write: storeDeviceEvents,
}
