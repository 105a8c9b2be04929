import type { Language } from '@wattkeeper/contracts/kit'

export type ThemeChoice = 'system' | 'light' | 'dark'
const languageKey = 'wk-language'
const themeKey = 'wk-theme'

/** Storage may be switched off or full; a preference is never worth an error. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const readLanguage = (): Language => (recall(languageKey) === 'en' ? 'en' : 'zh')

export function writeLanguage(language: Language): void {
  remember(languageKey, language)
  showLanguage(language)
}

export function showLanguage(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

export function readTheme(): ThemeChoice {
  const stored = recall(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function writeTheme(choice: ThemeChoice): void {
  remember(themeKey, choice)
  showTheme(choice)
}

export const darkQuery = '(prefers-color-scheme: dark)'

export const isDark = (choice: ThemeChoice): boolean =>
  choice === 'dark' || (choice === 'system' && matchMedia(darkQuery).matches)

export function showTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = isDark(choice) ? 'dark' : 'light'
}

/** What `Accept-Language` carries. */
export const acceptLanguage = (language: Language): string => (language === 'zh' ? 'zh-CN' : 'en')
