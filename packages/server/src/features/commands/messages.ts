import { topics } from '@wattkeeper/contracts/link'
import type { Intake, Tx } from '../../platform/link/messages.ts'
import { isText, readRecord } from '../../platform/link/reports.ts'
import { type ReplyRow, provenByReading, storeReplies } from './ingest-queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST_MESSAGE = 500

/** What devices answer to commands. */
export const replyMessages: Intake<ReplyRow> = {
  topic: topics.reply.path,

  decode(message, decoding) {
    const reply = readRecord(message, decoding)
    if (!reply) return
    const { id, result, message: said } = reply
    if (typeof id !== 'string' || !UUID.test(id)) decoding.refuse('wrongType', 'id')
    else if (result !== 1 && result !== 0) decoding.refuse('wrongType', 'result')
    else if (said !== undefined && said !== null && !isText(said, MOST_MESSAGE))
      decoding.refuse('wrongType', 'message')
    else {
      const text = isText(said, MOST_MESSAGE) && said !== '' ? said : null
      const { sender: deviceId, arrivedAt: at } = message
      decoding.row({ deviceId, at, code: id.toLowerCase(), result, message: text })
    }
  },

  write: storeReplies,
}

/** Parameters that were read back prove the commands that wait for it; after they have been stored. */
export function proving<Row extends { readonly deviceId: number; readonly params: readonly unknown[] }>(
  intake: Intake<Row>,
): Intake<Row> {
  return {
    ...intake,
    async write(tx: Tx, rows: Row[]) {
      await intake.write(tx, rows)
      const ids = rows.filter(({ params }) => params.length > 0).map(({ deviceId }) => deviceId)
      if (ids.length > 0)
        await provenByReading(
          tx,
          [...new Set(ids)].sort((a, b) => a - b),
        )
    },
  }
}
