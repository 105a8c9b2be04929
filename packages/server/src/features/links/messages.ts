import { topics } from '@wattkeeper/contracts/link'
import type { Intake } from '../../platform/link/messages.ts'
import { isInstant, isRecord, isText, listIn, readRecord } from '../../platform/link/reports.ts'
import { storeInfo } from './ingest-queries.ts'
import type { InfoRow } from './ingest-queries.ts'

const PARAM = /^[A-Za-z0-9_]{1,32}$/
const MOST_PARTS = 256
const MOST_PARAM = 256
const MOST_ADDRESS = 65_535

export const infoMessages: Intake<InfoRow> = {
  topic: topics.info.path,

  decode(message, decoding) {
    const info = readRecord(message, decoding)
    if (!info) return
    const { ts, parts, params } = info
    if (!isInstant(ts)) {
      decoding.refuse('wrongTs', 'ts is not milliseconds since 1970')
      return
    }
    if (decoding.stamp(ts, false) === undefined) {
      decoding.refuse('clockWrong', new Date(Math.min(ts, 8.64e15)).toISOString())
      return
    }
    const readParts = partsIn(parts)
    const readParams = paramsIn(params)
    if (!readParts || !readParams) decoding.refuse('wrongType', readParts ? 'params' : 'parts')
    else decoding.row({ deviceId: message.sender, ts, parts: readParts, params: readParams })
  },

  write: storeInfo,
}

function partsIn(parts: unknown): InfoRow['parts'] | undefined {
  if (parts === undefined) return []
  const list = listIn(parts)
  if (!list || list.length > MOST_PARTS) return undefined
  const read: InfoRow['parts'] = []
  for (const part of list) {
    if (!isRecord(part)) return undefined
    const { partType, currSwVersion = '', hwVersion = null, addrId = 0 } = part
    if (!isText(partType, 64) || partType === '' || !isText(currSwVersion, 64)) return undefined
    if (hwVersion !== null && !isText(hwVersion, 64)) return undefined
    if (typeof addrId !== 'number' || !Number.isInteger(addrId) || addrId < 0 || addrId > MOST_ADDRESS)
      return undefined
    read.push({ partType, currSwVersion, hwVersion, addrId })
  }
  return read
}

function paramsIn(params: unknown): InfoRow['params'] | undefined {
  if (params === undefined) return []
  if (!isRecord(params)) return undefined
  const read: InfoRow['params'] = []
  for (const [id, value] of Object.entries(params)) {
    if (!PARAM.test(id)) return undefined
    if (typeof value === 'number' ? !Number.isFinite(value) : !isText(value, MOST_PARAM)) return undefined
    read.push({ id, value: String(value) })
  }
  return read
}
