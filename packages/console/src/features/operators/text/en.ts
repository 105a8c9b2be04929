import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Operators',
  kind: 'the operator',
  name: 'Name',
  code: 'Code',
  manufacturer: 'Manufacturer',
  updatedBy: 'Changed by',
  updatedAt: 'Changed',
  addTitle: 'New operator',
  editTitle: 'Edit operator',
  addConfirm: 'Add the operator {name}?',
  editConfirm: 'Save the changes of the operator {name}?',
  codeHint: '1 to 4 upper-case English letters',
  locked: 'The manufacturer cannot be changed',
}
