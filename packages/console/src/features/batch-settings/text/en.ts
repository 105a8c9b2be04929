import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Batch settings',
  range: 'Set between',
  code: 'Number',
  createTime: 'Set',
  params: 'Parameters',
  pace: 'Pace',
  'pace.said': '{count} every {interval} min',
  'pace.free': 'Unlimited',
  state: 'State',
  progress: 'Progress',
  remark: 'Remark',
  createBy: 'Created by',
  detail: 'Details',
  exportFailed: 'Export failed',
  exporting: 'Exporting',

  'new.title': 'Batch device settings',
  'new.params': 'Parameters',
  'new.params.hint': 'Tick what is to be set; everything else stays as it is',
  'new.params.none': 'Please set at least one parameter',
  'new.params.wrong': 'Please complete the parameters marked red',
  'new.remark': 'Remark',
  'ask.said': 'Add this batch? {count} parameters will be set on the chosen devices:',
  'endpoint.said':
    'With another platform address a device disconnects and connects to the new one. One device is changed first; the others follow when it has signed in again. If it does not come back, the batch stops by itself and the others are left as they are.',
}
