import { defineTexts } from '../i18n/i18n.ts'
import { en } from './text/en.ts'
import { zh } from './text/zh.ts'

/** The words that every screen shares: buttons, table, filters. */
export const { useText: useUiText } = defineTexts('ui', { zh, en })
