import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  'step.sent': 'Sent',
  'step.delivered': 'Delivered',
  'step.confirmed': 'Confirmed',
  'step.toSend': 'To be sent',
  'step.toConfirm': 'To be confirmed',
  'step.toProve': 'To be read back',
  'step.failed': 'Failed',
  'step.unsent': 'Not sent',
  'step.waiting': 'Waiting for the device',
  'said.until': 'until {time}',
  'said.retried': 'sent again {count} times',
  steps: 'Progress of the command',
  'log.label': 'Command log',
  'log.source': 'Source',
  'log.message': 'Command',
  'log.state': 'Progress',
  'log.result': 'Result',
  'log.retries': 'Retries',
  'log.sendTime': 'Sent at',
  'log.backTime': 'Answered at',
  'log.createTime': 'Created at',
  'log.createBy': 'Given by',
}
