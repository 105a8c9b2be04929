import { topics } from '@wattkeeper/contracts/link'
import type { Intake } from '../../platform/link/messages.ts'
import { isRecord, readReports } from '../../platform/link/reports.ts'
import type { Latest, Shelf } from '../../platform/cache/cache.ts'
import { newestOf } from './newest.ts'
import { storeTelemetry } from './ingest-queries.ts'
import type { TelemetryRow } from './ingest-queries.ts'
import { storeSightings } from './place-queries.ts'
import { newPlaces } from './places.ts'
import { readValues } from './rules.ts'

const placesIn = newPlaces()

/** With a cache, what was committed goes there too. */
export const telemetryMessages = (cache?: Shelf<Latest>): Intake<TelemetryRow> => ({
  topic: topics.telemetry.path,

  decode(message, decoding) {
    for (const { ts, at, fields } of readReports(message, decoding)) {
      const { board, values } = fields
      if (typeof board !== 'string' || !isRecord(values)) {
        decoding.refuse('wrongType', typeof board === 'string' ? 'values' : 'board')
        continue
      }
      const read = readValues(board, values)
      if (!read || 'wrong' in read) {
        decoding.refuse(read ? 'wrongType' : 'unknownBoard', read ? read.wrong : board.slice(0, 64))
        continue
      }
      if (read.unknown) decoding.count('unknownFields', read.unknown)
      if (read.implausible) decoding.count('implausibleValues', read.implausible)
      for (const reading of read.readings)
        decoding.row({ ...reading, deviceId: message.sender, board, ts, at, receivedAt: message.arrivedAt })
    }
  },

  async write(tx, rows) {
    await storeTelemetry(tx, rows)
    await storeSightings(tx, placesIn(rows))
    if (cache) tx.afterCommit(() => void cache.keep(newestOf(rows)).catch(() => undefined))
  },
})
