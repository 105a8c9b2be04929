import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  label: 'Upgrade history',
  part: 'Part',
  slot: '{part} no. {slot}',
  version: 'Version',
  versionBefore: 'Version before',
  result: 'Result',
  unknown: 'Unknown',
  reason: 'Remarks',
  source: 'Source',
  'source.manual': 'By hand',
  'source.task': 'Upgrade task',
  createTime: 'Ordered',
  sendTime: 'Sent',
  finishTime: 'Ended',
  createBy: 'Ordered by',
}
