import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { type ThemeChoice, darkQuery, isDark, readTheme, writeTheme } from '../../browser/preferences.ts'
import { showTheme } from '../../browser/preferences.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { antdTheme } from './antd-theme.ts'
import './base.css'

const listeners = new Set<() => void>()
let choice = readTheme()
const tell = () => {
  showTheme(choice)
  for (const listener of [...listeners]) listener()
}
matchMedia(darkQuery).addEventListener('change', tell)
showTheme(choice)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeTheme(next: ThemeChoice): void {
  choice = next
  writeTheme(next)
  tell()
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice)
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, () => isDark(choice))

/** antd in the console's colours and the user's language; both change without a reload. */
export function AppTheme({ children }: { readonly children: ReactNode }): ReactNode {
  const nowDark = useIsDark()
  const language = useLanguage()
  const theme = useMemo(() => antdTheme(nowDark), [nowDark])
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh' ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}
