import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Roles',
  kind: 'role',
  name: 'Role name',
  code: 'Role code',
  remark: 'Remark',
  users: 'Users',
  factor: 'Second factor',
  'factor.needed': 'Demanded',
  'factor.free': 'Optional',
  'factor.demand': 'Demand a second factor',
  'factor.release': 'No longer demand a second factor',
  'factor.demandConfirm':
    'Demand a second factor of everybody with the role {name}? Who has none must set one up before going on.',
  'factor.releaseConfirm': 'No longer demand a second factor of the role {name}?',
  updatedAt: 'Updated',
  protected: 'Built in',
  protectedHint: 'The system administrator role holds everything and cannot be changed or deleted',
  addTitle: 'Add role',
  editTitle: 'Edit role',
  addConfirm: 'Add the role {name}?',
  editConfirm: 'Save the changes to {name}? They take effect at once for its users ({count}).',
  menus: 'Menus and rights',
  menuFilter: 'Filter menus by keyword',
  menuNone: 'No menu matches',
  menuCount: '{count} chosen',
  rights: 'Right',
  hidden: 'Hidden page',
}
