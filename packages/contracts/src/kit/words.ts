/** A text that a person reads, in every language of the console. A missing language does not compile. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export type Language = keyof Words

export const languages: readonly Language[] = ['zh', 'en']

export const words = (zh: string, en: string): Words => ({ zh, en })

/** Fills `{name}` in a text from `params`; an unknown name stays as it stands. */
export function say(text: Words, language: Language, params: Params = {}): string {
  return text[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

export type Params = Readonly<Record<string, string | number>>
