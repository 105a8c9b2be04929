import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Manufacturers',
  name: 'Name',
  code: 'Code',
  leader: 'Contact',
  email: 'E-mail',
  phone: 'Phone',
  remark: 'Remark',
  updatedBy: 'Changed by',
  updatedAt: 'Changed',
  addTitle: 'New manufacturer',
  editTitle: 'Edit manufacturer',
  addConfirm: 'Add the manufacturer {name}?',
  editConfirm: 'Rename the manufacturer {code} to {name}?',
  codeHint: '1 to 4 English letters; cannot be changed later',
  locked: 'Only the name can be changed',
}
