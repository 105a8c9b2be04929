import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Scheduled upgrade tasks',
  kind: 'upgrade task',
  remark: 'Remark',
  type: 'Device type',
  part: 'Part',
  version: 'Version',
  status: 'Status',
  range: 'Upgrade time',
  code: 'Number',
  upgradeTime: 'Upgrade time',
  progress: 'Progress',
  createBy: 'Created by',
  createTime: 'Created',
  detail: 'Details',
  watch: 'Watch it',

  'new.title': 'New upgrade task',
  'edit.title': 'Edit upgrade task',
  'form.file': 'Firmware file',
  'form.file.none': 'There is none: only approved releases that are meant for tasks can be chosen',
  'form.file.option': '{part} {version} · {type} · {file}',
  'form.fromFile': 'Comes from the file',
  'form.all': 'All of the type',
  'form.upgradeTime': 'Upgrade time',
  'form.upgradeTime.required': 'Please select the upgrade time',
  'ask.new': 'Add this upgrade task?',
  'ask.edit': 'Save upgrade task {code}?',
  'ask.said': 'From {time}, {part} of {type} is upgraded to {version}:',

  'remove.said': 'This cannot be undone. Delete it?',
  'remove.running':
    'It is under way and is canceled first: devices that were not told are not upgraded, those that were told go on.',

  'detail.title': 'Upgrades of {code}',
  'detail.close': 'Close',
  'detail.device': 'Device code',
  'detail.part': 'Part',
  'detail.result': 'Result',
  'detail.version': 'Version now',
  'detail.reportTime': 'Reported',
  'detail.message': 'Message',
  'detail.unknown': 'Unknown',
  'detail.search': 'Find a device by its code',
  'detail.slot': '{part} · slot {slot}',
}
