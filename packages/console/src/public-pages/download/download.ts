import { type App, type DownloadLanguage, downloadLanguages } from '@wattkeeper/contracts/public-pages'
import { type Sheet, tagOf } from '../document.ts'
import { type Markup, html } from '../markup.ts'
import { androidMark, phone, storeMark } from './phone.ts'
import { type DownloadTexts, downloadTexts } from './texts.ts'

type Platform = 'android' | 'ios'

/** Without script the link leads on by itself; with it the page asks first and says what is missing. */
function buttonOf({ code }: App, platform: Platform, language: DownloadLanguage): Markup {
  const mark = platform === 'ios' ? storeMark : androidMark
  return html`<a
    class="get ${platform}"
    href="/app/${code}/${platform}?lang=${language}"
    data-platform="${platform}"
    rel="nofollow"
    >${mark}<span>${downloadTexts[language][platform]}</span></a
  >`
}

/** Said when it is the target of the address, as the server leads here when nothing is released. */
const notice = (id: string, text: string): Markup =>
  html`<p class="notice" id="${id}" role="alert">${text}</p>`

const legalLanguage = (language: string): string => (language === 'zh' ? 'zh' : 'en')

function languageLinks(current: string, texts: DownloadTexts): Markup {
  const links = downloadLanguages.map((language) => {
    const { name } = downloadTexts[language]
    const tag = tagOf(language)
    return language === current
      ? html`<li><a href="?lang=${language}" lang="${tag}" aria-current="true">${name}</a></li>`
      : html`<li><a href="?lang=${language}" lang="${tag}" hreflang="${tag}">${name}</a></li>`
  })
  return html`<nav aria-label="${texts.languages}">
    <ul>
      ${links}
    </ul>
  </nav>`
}

function bodyOf(app: App, language: DownloadLanguage, texts: DownloadTexts): Markup {
  const legal = legalLanguage(language)
  return html`<body class="${app.code}" data-app="${app.code}" data-busy="${texts.busy}">
    <main>
      <section class="say">
        <p class="brand"><img src="/favicon.svg" alt="" width="40" height="40" /><span>${app.name}</span></p>
        <h1>${texts.title.replace('{app}', app.name)}</h1>
        <p class="lead">${texts.lead}</p>
        <ul class="points">
          ${texts.points.map((point) => html`<li>${point}</li>`)}
        </ul>
        <div class="take">
          <div class="buttons">${buttonOf(app, 'ios', language)}${buttonOf(app, 'android', language)}</div>
          <figure class="qr">
            <div id="qr"></div>
            <figcaption>${texts.scan}</figcaption>
          </figure>
        </div>
        <p class="outside">${texts.openOutside}</p>
        <div class="notices">
          ${notice('missing-android', texts.missing)}${notice('missing-ios', texts.missingIos)}${notice('failed', texts.failed)}
        </div>
      </section>
      ${phone}
    </main>
    <footer id="foot">
      ${languageLinks(language, texts)}
      <p>
        <a href="/agreement_${legal}">${texts.agreement}</a>
        <a href="/privacy_${legal}">${texts.privacy}</a>
      </p>
    </footer>
  </body>`
}

export const downloadSheets = (app: App): readonly Sheet[] =>
  downloadLanguages.map((language) => {
    const texts = downloadTexts[language]
    return {
      path: app.path,
      language,
      title: texts.title.replace('{app}', app.name),
      description: texts.lead,
      styles: ['public.css', 'download/download.css'],
      scripts: { first: 'device', then: 'download' },
      paintedWith: 'foot',
      alternates: downloadLanguages,
      card: app.code,
      body: bodyOf(app, language, texts),
    }
  })
