import { html } from '../markup.ts'

/** A phone that shows what the app shows: a charge ring, two figures, the power of a day. No words: it serves every language. */
export const phone = html`<svg
  class="phone"
  viewBox="0 0 260 500"
  width="260"
  height="500"
  aria-hidden="true"
>
  <rect class="case" x="4" y="4" width="252" height="492" rx="38" />
  <rect class="glass" x="14" y="14" width="232" height="472" rx="29" />
  <rect class="case" x="98" y="25" width="64" height="16" rx="8" />
  <rect class="faint" x="34" y="62" width="76" height="10" rx="5" />
  <circle class="faint" cx="216" cy="67" r="10" />
  <g fill="none" stroke-width="15" stroke-linecap="round">
    <circle class="track" cx="130" cy="172" r="66" />
    <path class="charge" d="M130 106 A66 66 0 1 1 69.6 145.4" />
  </g>
  <path class="bolt" d="M139 132 108 182h18l-7 34 35-52h-19z" />
  <g class="cards">
    <rect x="32" y="270" width="92" height="62" rx="14" />
    <rect x="136" y="270" width="92" height="62" rx="14" />
    <rect x="32" y="346" width="196" height="112" rx="14" />
  </g>
  <g class="ink">
    <rect x="46" y="300" width="46" height="12" rx="6" />
    <rect x="150" y="300" width="58" height="12" rx="6" />
  </g>
  <g class="faint">
    <rect x="46" y="284" width="30" height="7" rx="3.5" />
    <rect x="150" y="284" width="24" height="7" rx="3.5" />
    <rect x="46" y="361" width="40" height="7" rx="3.5" />
  </g>
  <path class="area" d="M46 440 C70 438 78 412 98 408 S126 428 144 404 176 384 214 392 V446 H46z" />
  <path class="line" d="M46 440 C70 438 78 412 98 408 S126 428 144 404 176 384 214 392" />
</svg>`

export const androidMark = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <path
    fill="currentColor"
    d="M3 17.5a9 9 0 0 1 18 0zM6.2 5.1l1.9 3.2M17.8 5.1l-1.9 3.2"
    stroke="currentColor"
    stroke-width="1.4"
    stroke-linecap="round"
  />
  <circle class="eye" cx="8.2" cy="13.6" r="1.1" />
  <circle class="eye" cx="15.8" cy="13.6" r="1.1" />
</svg>`

export const storeMark = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">
    <path d="M12 3v11m-4.5-4.5L12 14l4.5-4.5" />
    <path d="M4 15v3.5A2.5 2.5 0 0 0 6.5 21h11a2.5 2.5 0 0 0 2.5-2.5V15" />
  </g>
</svg>`
