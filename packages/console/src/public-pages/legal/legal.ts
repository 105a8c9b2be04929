import { publicPageFacts } from '@wattkeeper/contracts/public-pages'
import type { Sheet } from '../document.ts'
import { type Markup, html } from '../markup.ts'
import { agreementEn } from './agreement-en.ts'
import { agreementZh } from './agreement-zh.ts'
import { privacyEn } from './privacy-en.ts'
import { privacyZh } from './privacy-zh.ts'
import type { LegalText, Section } from './section.ts'

const { supportEmail } = publicPageFacts
const address = html`<a href="mailto:${supportEmail}">${supportEmail}</a>`

function sentence(text: string): Markup {
  const [before = '', ...after] = text.split('{email}')
  return after.reduce((said, rest) => html`${said}${address}${rest}`, html`${before}`)
}

const block = (text: Section['text'][number]): Markup =>
  typeof text === 'string'
    ? html`<p>${sentence(text)}</p>`
    : html`<ul>
        ${text.map((item) => html`<li>${sentence(item)}</li>`)}
      </ul>`

const anchor = (index: number): string => `s${index + 1}`

function bodyOf(text: LegalText, links: Links): Markup {
  const { sections } = text
  return html`<body>
    <header>
      <p class="brand"><img src="/favicon.svg" alt="" width="28" height="28" /><span>Wattkeeper</span></p>
      <nav>
        <a href="${links.companion}">${text.companion}</a>
        <a href="${links.other.href}" lang="${links.other.tag}" hreflang="${links.other.tag}"
          >${text.otherLanguage}</a
        >
      </nav>
    </header>
    <main>
      <h1>${text.title}</h1>
      <p class="effective">${text.effective}</p>
      <p class="intro">${text.intro}</p>
      <nav class="contents" aria-label="${text.contents}">
        <ol>
          ${sections.map(({ heading }, index) => html`<li><a href="#${anchor(index)}">${heading}</a></li>`)}
        </ol>
      </nav>
      ${sections.map(
        (section, index) =>
          html`<section id="${anchor(index)}">
            <h2><span>${index + 1}</span>${section.heading}</h2>
            ${section.text.map(block)}
          </section>`,
      )}
    </main>
  </body>`
}

interface Links {
  readonly companion: string
  readonly other: { readonly href: string; readonly tag: string }
}

interface Where {
  readonly path: string
  readonly language: 'zh' | 'en'
  /** Where this text is in the other language. */
  readonly other: string
  readonly alternates?: readonly string[]
}

function sheetOf(text: LegalText, { path, language, other, alternates }: Where): Sheet {
  const companion = path.startsWith('/privacy') ? 'agreement' : 'privacy'
  const tag = language === 'zh' ? 'en' : 'zh-CN'
  return {
    path,
    language,
    title: `${text.title} - Wattkeeper`,
    description: text.description,
    styles: ['public.css', 'legal/legal.css'],
    ...(alternates && { alternates }),
    card: 'wattkeeper',
    body: bodyOf(text, { companion: `/${companion}_${language}`, other: { href: other, tag } }),
  }
}

const both = ['zh', 'en']

export const legalSheets: readonly Sheet[] = [
  sheetOf(agreementZh, { path: '/agreement_zh', language: 'zh', other: '/agreement_en' }),
  sheetOf(agreementEn, { path: '/agreement_en', language: 'en', other: '/agreement_zh' }),
  sheetOf(privacyZh, { path: '/privacy_zh', language: 'zh', other: '/privacy_en' }),
  sheetOf(privacyEn, { path: '/privacy_en', language: 'en', other: '/privacy_zh' }),
  sheetOf(privacyZh, { path: '/privacy', language: 'zh', other: '?lang=en', alternates: both }),
  sheetOf(privacyEn, { path: '/privacy', language: 'en', other: '?lang=zh', alternates: both }),
]
