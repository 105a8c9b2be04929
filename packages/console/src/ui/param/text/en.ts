import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  range: '{min}–{max}',
  'wrong.integer': 'Takes a whole number from {min} to {max}',
  'wrong.option': 'Please select',
  'wrong.digits': 'Please choose all {length}',
  'wrong.endpoint': 'Takes host:port',
  'wrong.text': 'Must not be empty',
  pick: 'Choose',
}
