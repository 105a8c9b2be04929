import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  label: 'Rejected messages',
  'field.at': 'Received',
  'field.device': 'Device code',
  'field.reason': 'Reason',
  'field.topic': 'Topic',
  intro:
    'Messages that could not be understood: acknowledged and counted; the first 1,000 of a day are kept.',
  emptyHint: 'Everything that the devices said was understood',
  unknownDevice: 'Unknown device',
  'payload.show': 'Show the payload',
  'payload.empty': '(empty message)',
  'payload.cut': 'Only the first 4,096 characters are kept',
  'reason.notUtf8': 'Not UTF-8 text',
  'reason.notJson': 'Not JSON',
  'reason.notAnObject': 'Not a JSON object',
  'reason.wrongLength': 'Array empty or too long',
  'reason.wrongTs': 'Invalid timestamp (ts)',
  'reason.wrongType': 'Wrong type of a field',
  'reason.unknownBoard': 'Unknown board',
  'reason.clockWrong': 'Device clock off by more than allowed',
  'reason.notExpected': 'Nothing is received on this topic',
  'reason.unreadable': 'Could not be read',
  'reason.refusedByDatabase': 'Could not be stored',
}
