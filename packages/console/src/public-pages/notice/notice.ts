import { publicPageFacts } from '@wattkeeper/contracts/public-pages'
import type { Sheet } from '../document.ts'
import { type Markup, html } from '../markup.ts'

interface NoticeText {
  readonly title: string
  readonly lead: string
  readonly points: readonly { readonly name: string; readonly text: string }[]
  readonly contact: readonly [before: string, after: string]
  readonly back: string
  readonly otherLanguage: string
}

const texts: Readonly<Record<'zh' | 'en', NoticeText>> = {
  zh: {
    title: '服务升级中',
    lead: '我们正在升级服务，完成后平台与应用即可恢复使用，无需任何操作。',
    points: [
      { name: '设备照常运行', text: '升级期间，储能设备按自身的设置继续充放电，安全保护不受影响。' },
      { name: '数据不会丢失', text: '设备会暂存运行数据与告警，恢复连接后自动补传。' },
      { name: '暂时不可用', text: '登录、远程控制、参数设置与固件升级会在升级完成后恢复。' },
    ],
    contact: ['如升级后仍无法使用，请联系 ', '。'],
    back: '重新打开平台',
    otherLanguage: 'English',
  },
  en: {
    title: 'The service is being upgraded',
    lead: 'We are upgrading the service. The console and the app come back by themselves; there is nothing for you to do.',
    points: [
      {
        name: 'Devices go on working',
        text: 'They charge and discharge by their own settings meanwhile, with all protection in place.',
      },
      {
        name: 'Nothing is lost',
        text: 'Devices keep their data and alarms, and send them once they are connected again.',
      },
      {
        name: 'Not available for now',
        text: 'Signing in, remote control, settings and firmware upgrades return after the upgrade.',
      },
    ],
    contact: ['If something still does not work afterwards, write to ', '.'],
    back: 'Open the console again',
    otherLanguage: '中文',
  },
}

/** A cell that is being filled: it moves only where motion is welcome. */
const cell: Markup = html`<svg class="cell" viewBox="0 0 120 64" width="120" height="64" aria-hidden="true">
  <rect class="hull" x="3" y="6" width="100" height="52" rx="12" />
  <rect class="pole" x="107" y="22" width="9" height="20" rx="4" />
  <g class="bars">
    <rect x="14" y="17" width="16" height="30" rx="4" />
    <rect x="35" y="17" width="16" height="30" rx="4" />
    <rect x="56" y="17" width="16" height="30" rx="4" />
    <rect x="77" y="17" width="16" height="30" rx="4" />
  </g>
</svg>`

const { supportEmail } = publicPageFacts

function sheetOf(language: 'zh' | 'en'): Sheet {
  const { title, lead, points, contact, back, otherLanguage } = texts[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const tag = language === 'zh' ? 'en' : 'zh-CN'
  return {
    path: '/upgradation',
    language,
    title: `${title} - Wattkeeper`,
    description: lead,
    styles: ['public.css', 'notice/notice.css'],
    alternates: ['zh', 'en'],
    card: 'wattkeeper',
    body: html`<body>
      <main>
        ${cell}
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        <dl>
          ${points.map(
            ({ name, text }) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${text}</dd>
              </div>`,
          )}
        </dl>
        <p>${contact[0]}<a href="mailto:${supportEmail}">${supportEmail}</a>${contact[1]}</p>
        <p class="links">
          <a class="back" href="/">${back}</a>
          <a href="?lang=${other}" lang="${tag}" hreflang="${tag}">${otherLanguage}</a>
        </p>
      </main>
    </body>`,
  }
}

export const noticeSheets: readonly Sheet[] = [sheetOf('zh'), sheetOf('en')]
