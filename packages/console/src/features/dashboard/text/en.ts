import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  title: 'Fleet at a glance',
  caption: 'Operations platform',
  captionSaid: 'Your account has no role yet. Please ask an administrator.',
  online: 'Online devices',
  offline: 'Offline devices',
  faulty: 'Faulty devices',
  unit: 'devices',
  byLevel: 'Active alarms by level',
  'level.1': 'Level 1',
  'level.2': 'Level 2',
  'level.3': 'Level 3',
  'level.4': 'Level 4',
  'level.0': 'No level',
  unacknowledged: '{count} to acknowledge',
  allAcknowledged: 'all acknowledged',
  silent: 'Connected but silent',
  silentAll: 'all {count}',
  noSilent: 'Every connected device is reporting',
  silentFor: 'silent since',
  raised: 'Alarms raised in the last 24 hours',
  raisedTotal: '{count} in all',
  raisedSeries: 'raised',
}
