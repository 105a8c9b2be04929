import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = { outOfRange: 'Outside the plausible range {min} to {max}' }
