import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  list: 'Dictionary',
  kind: 'dictionary entry',
  code: 'Code',
  name: 'Name',
  nameEn: 'English name',
  type: 'Type',
  note: 'Note',
  level: 'Alarm level',
  analysis: 'Analysis type',
  updatedAt: 'Updated',
  addTitle: 'Add entry',
  editTitle: 'Edit entry',
  addConfirm: 'Add the entry {name}?',
  editConfirm: 'Save the changes to {name}?',
  alarmNow: 'It works on the next device message.',
  fixed: 'Built in',
  fixedHint: 'The program itself uses it: code and type stay, and it cannot be deleted',
  codeHint: 'At most 8 characters',
}
