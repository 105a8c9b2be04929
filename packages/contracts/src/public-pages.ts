/** Languages of the pages that lead to the apps, in the order in which they are offered. */
export const downloadLanguages = ['zh', 'en', 'es', 'fr', 'de', 'it', 'ja'] as const
export type DownloadLanguage = (typeof downloadLanguages)[number]

/** The apps that have a download page; `code` is what a release and `GET /api/app/newest/addr` name. */
export const apps = [
  { code: 'wattkeeper', name: 'Wattkeeper', path: '/download' },
  { code: 'estolife', name: 'ESTO Life', path: '/estolife' },
  { code: 'e-ark', name: 'E-ARK', path: '/e-ark' },
] as const
export type App = (typeof apps)[number]

interface PublicPage {
  readonly path: string
  /** In what it is written: the first one for whoever asks for none. */
  readonly languages: readonly string[]
}

const bilingual = ['zh', 'en'] as const

/** Everything that is shown to anybody, login or not. Each page is a file a language, without the console. */
export const publicPages: readonly PublicPage[] = [
  ...apps.map(({ path }) => ({ path, languages: downloadLanguages })),
  { path: '/agreement_zh', languages: ['zh'] },
  { path: '/agreement_en', languages: ['en'] },
  { path: '/privacy', languages: bilingual },
  { path: '/privacy_zh', languages: ['zh'] },
  { path: '/privacy_en', languages: ['en'] },
  { path: '/asgoft', languages: ['en'] },
  { path: '/pic', languages: bilingual },
  { path: '/upgradation', languages: bilingual },
]

/** Where the build puts a page, below its folder. */
export const publicPageFile = (path: string, language: string): string => `public${path}.${language}.html`

/** What the server fills in while serving: the build cannot know it. */
export const publicPageFacts = { origin: '%ORIGIN%', supportEmail: '%SUPPORT_EMAIL%' } as const
