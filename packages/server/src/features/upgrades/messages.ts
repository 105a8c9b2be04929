import { topics } from '@wattkeeper/contracts/link'
import type { Intake, Tx } from '../../platform/link/messages.ts'
import { isText, readRecord } from '../../platform/link/reports.ts'
import { type ProgressRow, type ReportedPart, storeProgress, takeReported } from './ingest-queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST_MESSAGE = 500
const MOST_ADDRESS = 65_535

/** How far devices say that they are. */
export const progressMessages: Intake<ProgressRow> = {
  topic: topics.progress.path,

  decode(message, decoding) {
    const progress = readRecord(message, decoding)
    if (!progress) return
    const { id, partType, addrId = 0, status, progPercent, message: said } = progress
    if (typeof id !== 'string' || !UUID.test(id)) decoding.refuse('wrongType', 'id')
    else if (!isText(partType, 64)) decoding.refuse('wrongType', 'partType')
    else if (!isAddress(addrId)) decoding.refuse('wrongType', 'addrId')
    else if (status !== 0 && status !== 1 && status !== 2) decoding.refuse('wrongType', 'status')
    else if (!isPercent(progPercent)) decoding.refuse('wrongType', 'progPercent')
    else if (said !== undefined && said !== null && !isText(said, MOST_MESSAGE))
      decoding.refuse('wrongType', 'message')
    else {
      const text = isText(said, MOST_MESSAGE) && said !== '' ? said : null
      const { sender: deviceId, arrivedAt: at } = message
      decoding.row({
        ...{ deviceId, at, code: id.toLowerCase(), partType, addrId, status, percent: progPercent },
        message: text,
      })
    }
  },

  write: storeProgress,
}

const isAddress = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_ADDRESS

const isPercent = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100

interface WithParts {
  readonly deviceId: number
  readonly parts: readonly { readonly partType: string; readonly addrId: number }[]
}

/** Versions that devices report prove their upgrades, or contradict them; after they have been stored. */
export function provingVersions<Row extends WithParts>(intake: Intake<Row>): Intake<Row> {
  return {
    ...intake,
    async write(tx: Tx, rows: Row[]) {
      await intake.write(tx, rows)
      const parts = rows.flatMap(({ deviceId, parts }) =>
        parts.map(({ partType, addrId }): ReportedPart => ({ deviceId, partType, addrId })),
      )
      if (parts.length > 0) await takeReported(tx, parts)
    },
  }
}
