import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import type { ReactNode } from 'react'
import type { ThemeChoice } from '../../browser/preferences.ts'
import { changeLanguage, useLanguage } from '../../i18n/i18n.ts'
import { changeTheme, useThemeChoice } from '../../ui/theme/AppTheme.tsx'
import { useText } from '../text.ts'
import css from './layout.module.css'

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
}
const themeIcons = { system: DesktopOutlined, light: SunOutlined, dark: MoonOutlined } as const

/** Language and theme, changed without a reload. */
export function Switches(): ReactNode {
  const t = useText()
  const language = useLanguage()
  const theme = useThemeChoice()
  const other = language === 'zh' ? 'EN' : '中'
  const Icon = themeIcons[theme]
  const label = `${t('bar.theme')}: ${t(`theme.${theme}`)}`
  return (
    <>
      <button
        type="button"
        className={css.tool}
        aria-label={`${other} ${t('bar.languageLabel')}`}
        onClick={() => changeLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {other}
      </button>
      <button
        type="button"
        className={css.tool}
        aria-label={label}
        title={label}
        onClick={() => changeTheme(nextTheme[theme])}
      >
        <Icon aria-hidden />
      </button>
    </>
  )
}
