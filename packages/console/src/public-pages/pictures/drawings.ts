import { type Markup, html } from '../markup.ts'

const framed = (drawing: Markup): Markup =>
  html`<svg viewBox="0 0 400 300" width="400" height="300" aria-hidden="true">${drawing}</svg>`

const bolt = (x: number, y: number): Markup =>
  html`<path class="lit" transform="translate(${x} ${y})" d="M16 0 0 26h12l-5 20 24-30H18z" />`

export const powerStation: Markup = framed(
  html`<path class="dark" d="M120 96V74a18 18 0 0 1 18-18h124a18 18 0 0 1 18 18v22h-20V76H140v20z" />
    <rect class="body" x="64" y="92" width="272" height="158" rx="24" />
    <rect class="dark" x="84" y="114" width="232" height="114" rx="14" />
    <rect class="glass" x="152" y="128" width="96" height="48" rx="8" />
    ${bolt(184, 129)}
    <g class="metal">
      <circle cx="118" cy="150" r="14" />
      <circle cx="118" cy="196" r="14" />
      <circle cx="282" cy="150" r="14" />
      <circle cx="282" cy="196" r="14" />
      <rect x="152" y="192" width="26" height="11" rx="3" />
      <rect x="187" y="192" width="26" height="11" rx="3" />
      <rect x="222" y="192" width="26" height="11" rx="5" />
    </g>`,
)

export const microInverter: Markup = framed(
  html`<path class="glass" d="M60 70h170l-26 92H34z" />
    <path class="wire" d="M102 70 76 162M145 70l-26 92M188 70l-26 92M53 101h168M43 132h170" />
    <path class="cable" d="M122 162v60h88M302 200v-60" />
    <rect class="body" x="210" y="190" width="110" height="64" rx="12" />
    <rect class="dark" x="222" y="202" width="86" height="40" rx="6" />
    ${bolt(250, 200)}
    <rect class="body" x="266" y="60" width="76" height="82" rx="12" />
    <g class="good">
      <rect x="280" y="76" width="48" height="10" rx="3" />
      <rect x="280" y="94" width="48" height="10" rx="3" />
      <rect x="280" y="112" width="48" height="10" rx="3" />
    </g>`,
)

const bay = (x: number, y: number, state: string): Markup =>
  html`<rect class="dark" x="${x}" y="${y}" width="56" height="46" rx="6" />
    <rect class="${state}" x="${x + 20}" y="${y + 34}" width="16" height="5" rx="2.5" />`

export const swapCabinet: Markup = framed(
  html`<rect class="body" x="90" y="24" width="220" height="246" rx="14" />
    <rect class="glass" x="106" y="40" width="188" height="58" rx="8" />
    ${bolt(184, 46)} ${bay(106, 110, 'good')}${bay(172, 110, 'good')}${bay(238, 110, 'warn')}
    ${bay(106, 164, 'good')}${bay(172, 164, 'faint')}${bay(238, 164, 'good')}
    ${bay(106, 218, 'warn')}${bay(172, 218, 'good')}${bay(238, 218, 'good')}
    <path class="cable" d="M70 272h260" />`,
)

export const swapBattery: Markup = framed(
  html`<path class="dark" d="M152 82V58a14 14 0 0 1 14-14h68a14 14 0 0 1 14 14v24h-18V62h-60v20z" />
    <rect class="body" x="122" y="78" width="156" height="186" rx="20" />
    <rect class="dark" x="144" y="104" width="112" height="92" rx="12" />
    ${bolt(184, 127)}
    <g class="good">
      <rect x="144" y="216" width="22" height="22" rx="5" />
      <rect x="174" y="216" width="22" height="22" rx="5" />
      <rect x="204" y="216" width="22" height="22" rx="5" />
    </g>
    <rect class="faint" x="234" y="216" width="22" height="22" rx="5" />`,
)
