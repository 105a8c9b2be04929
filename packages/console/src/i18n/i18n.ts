import { type Language, type Words } from '@wattkeeper/contracts/kit'
import i18next from 'i18next'
import { useCallback, useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { readLanguage, showLanguage, writeLanguage } from '../browser/preferences.ts'

const settings = {
  lng: readLanguage(),
  fallbackLng: 'zh',
  keySeparator: false,
  nsSeparator: false,
  // React escapes; braces are written as in the contract's words
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  resources: {},
  initAsync: false,
} as const

void i18next.use(initReactI18next).init(settings)
showLanguage(currentLanguage())

/** What `text/en.ts` must look like beside `text/zh.ts`: a key that is missing or too many does not compile. */
export type TextLike<Z> = { readonly [K in keyof Z]: string }

type ParamsIn<S> = S extends `${string}{${infer P}}${infer Rest}` ? P | ParamsIn<Rest> : never
type Arguments<S> = [ParamsIn<S>] extends [never]
  ? []
  : [params: Readonly<Record<ParamsIn<S>, string | number>>]
export type Say<Z> = <K extends keyof Z & string>(key: K, ...params: Arguments<Z[K]>) => string

interface Catalogue<Z> {
  readonly zh: Z
  readonly en: TextLike<Z>
}

type Translator = (key: string, params: Record<string, unknown>) => string
/** Keys are checked by `Say`; i18next's own key types would need all features' texts in one place. */
const translatorOf = (language: string, feature: string): Translator => i18next.getFixedT(language, feature)

/** A feature's texts: `export const { useText } = defineTexts('devices', { zh, en })`. */
export function defineTexts<const Z extends Readonly<Record<string, string>>>(
  feature: string,
  { zh, en }: Catalogue<Z>,
) {
  i18next.addResourceBundle('zh', feature, zh)
  i18next.addResourceBundle('en', feature, en)
  const sayNow: Say<Z> = (key, ...params) => translatorOf(i18next.language, feature)(key, { ...params[0] })
  function useText(): Say<Z> {
    const { i18n } = useTranslation()
    const language = i18n.language
    return useMemo(() => {
      const fixed = translatorOf(language, feature)
      return (key, ...params) => fixed(key, { ...params[0] })
    }, [language])
  }
  return { useText, sayNow }
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh'
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'en' ? 'en' : 'zh'
}

export function changeLanguage(language: Language): void {
  writeLanguage(language)
  void i18next.changeLanguage(language)
}

/** What is kept under two names; without an English one it is called by its Chinese one. */
export interface Named {
  readonly name: string
  readonly nameEn: string | null
}

/** Calls what is kept under two names by the one that the reader understands. */
export function useNameIn(): (named: Named) => string {
  const language = useLanguage()
  return useCallback(({ name, nameEn }) => (language === 'en' ? (nameEn ?? name) : name), [language])
}

/** For words that come from the contract. */
export function useWords(): (text: Words) => string {
  const language = useLanguage()
  return useCallback((text: Words) => text[language], [language])
}
