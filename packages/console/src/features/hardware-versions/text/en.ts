import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Hardware versions',
  type: 'Device type',
  model: 'Device model',
  part: 'Part',
  versionName: 'Version name',
  versionCode: 'Version code',
  versionNote: 'Version note',
  createTime: 'Created',
  createBy: 'Created by',
  remove: 'Delete',
  addTitle: 'Add hardware version',
  addConfirm: 'Add the hardware version {name}?',
  removeConfirm: 'Delete the hardware version?',
  removeName: '{name} ({code}): this cannot be undone',
  noPart: 'The device part does not exist',
  typeFirst: 'Choose the device type first',
}
