import type { Sheet } from '../document.ts'
import { type Markup, html } from '../markup.ts'
import { microInverter, powerStation, swapBattery, swapCabinet } from './drawings.ts'

interface Caption {
  readonly name: string
  readonly text: string
}

interface PictureText {
  readonly title: string
  readonly lead: string
  readonly captions: readonly [Caption, Caption, Caption, Caption]
  readonly app: string
  readonly otherLanguage: string
}

const texts: Readonly<Record<'zh' | 'en', PictureText>> = {
  zh: {
    title: '产品图集',
    lead: '平台所管理的四类储能设备。',
    captions: [
      { name: '便携储能电源', text: '显控板、安德森口、电池、双向逆变与光伏控制，一机五板。' },
      { name: '微逆储能', text: '光伏、微型逆变器与电池组成的家用储能。' },
      { name: '换电柜', text: '多仓位换电，门锁、指示灯与消防逐仓监测，并带广告屏。' },
      { name: '换电电池', text: '随车流转，电量、健康度与所在仓位始终可查。' },
    ],
    app: '下载 App',
    otherLanguage: 'English',
  },
  en: {
    title: 'Product pictures',
    lead: 'The four kinds of storage device that the platform looks after.',
    captions: [
      {
        name: 'Portable power station',
        text: 'Display, Anderson port, battery, inverter and solar control: five boards in one case.',
      },
      { name: 'Micro-inverter storage', text: 'Solar panels, a micro-inverter and a battery for the home.' },
      {
        name: 'Battery-swap cabinet',
        text: 'Lock, light and fire protection watched bay by bay, and a screen for advertisements.',
      },
      {
        name: 'Swap battery',
        text: 'It travels; its charge, its health and the bay it sits in are always known.',
      },
    ],
    app: 'Get the app',
    otherLanguage: '中文',
  },
}

const drawings = [powerStation, microInverter, swapCabinet, swapBattery]

const figure = ({ name, text }: Caption, drawing: Markup | undefined): Markup =>
  html`<figure>
    ${drawing ?? []}
    <figcaption><strong>${name}</strong><span>${text}</span></figcaption>
  </figure>`

function sheetOf(language: 'zh' | 'en'): Sheet {
  const { title, lead, captions, app, otherLanguage } = texts[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const tag = language === 'zh' ? 'en' : 'zh-CN'
  return {
    path: '/pic',
    language,
    title: `${title} - Wattkeeper`,
    description: lead,
    styles: ['public.css', 'pictures/pictures.css'],
    alternates: ['zh', 'en'],
    card: 'wattkeeper',
    body: html`<body>
      <main>
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        <div class="wall">${captions.map((caption, index) => figure(caption, drawings[index]))}</div>
        <p class="links">
          <a href="/download?lang=${language}">${app}</a>
          <a href="?lang=${other}" lang="${tag}" hreflang="${tag}">${otherLanguage}</a>
        </p>
      </main>
    </body>`,
  }
}

export const pictureSheets: readonly Sheet[] = [sheetOf('zh'), sheetOf('en')]
