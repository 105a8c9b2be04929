import { publicPageFacts } from '@wattkeeper/contracts/public-pages'
import { dark, light } from '../ui/theme/palette.ts'
import { type Markup, html, nothing } from './markup.ts'

/** One page in one language, before the build puts its styles and scripts in. */
export interface Sheet {
  readonly path: string
  readonly language: string
  readonly title: string
  readonly description: string
  /** Style sheets of `public-pages/`, in their order. */
  readonly styles: readonly string[]
  /** Entries of `entry/`: `first` before anything is painted, `then` once everything stands. */
  readonly scripts?: { readonly first?: string; readonly then?: string }
  /** The id of the last element, where what comes late would move what was painted early. */
  readonly paintedWith?: string
  /** The same page in other languages, and its own. */
  readonly alternates?: readonly string[]
  /** A picture for social cards, in `public/social/`. */
  readonly card: string
  readonly body: Markup
}

const tags: Readonly<Record<string, string>> = { zh: 'zh-CN' }
/** As `lang` and `hreflang` want it. */
export const tagOf = (language: string): string => tags[language] ?? language

const locales: Readonly<Record<string, string>> = {
  zh: 'zh_CN',
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  ja: 'ja_JP',
}

/** The palette's colours that a style sheet uses, following the system's choice of light or dark; paper is always light. */
export function paletteOf(css: string): string {
  const used = new Set([...css.matchAll(/var\(--wk-([\w-]+)\)/g)].map(([, name]) => name))
  const of = (palette: object): string =>
    Object.entries(palette)
      .filter(([name]) => used.has(name))
      .map(([name, value]) => `--wk-${name}:${String(value)}`)
      .join(';')
  return `:root{color-scheme:light dark;${of(light)}}@media screen and (prefers-color-scheme:dark){:root{${of(dark)}}}@media print{:root{color-scheme:light}}`
}

export interface Built {
  readonly style: Markup
  /** Nothing but this page's own style and our own files may be used by it. */
  readonly policy: string
  readonly scriptOf: (entry: string) => string
}

function alternatesOf({ path, alternates = [] }: Sheet): readonly Markup[] {
  return alternates.map(
    (language) =>
      html`<link
        rel="alternate"
        hreflang="${tagOf(language)}"
        href="${publicPageFacts.origin}${path}?lang=${language}"
      />`,
  )
}

/** Half a page that is centred moves as its other half arrives. */
const paintTag = (id: string | undefined): Markup =>
  id === undefined ? nothing : html`<link rel="expect" href="#${id}" blocking="render" />`

const scriptTag = (src: string | undefined, defer: Markup): Markup =>
  src === undefined ? nothing : html`<script src="${src}" ${defer}></script>`

export function documentOf(sheet: Sheet, { style, policy, scriptOf }: Built): string {
  const { path, language, title, description, scripts, paintedWith, card, body } = sheet
  const address = publicPageFacts.origin + path
  const src = (entry: string | undefined) => (entry === undefined ? undefined : scriptOf(entry))
  return html`<!doctype html>
    <html lang="${tagOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="canonical" href="${address}" />
        ${alternatesOf(sheet)}
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${address}" />
        <meta property="og:locale" content="${locales[language] ?? language}" />
        <meta property="og:image" content="${publicPageFacts.origin}/social/${card}.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        ${paintTag(paintedWith)} ${style}
        ${scriptTag(src(scripts?.first), nothing)}${scriptTag(src(scripts?.then), html` defer`)}
      </head>
      ${body}
    </html> `.markup
}
