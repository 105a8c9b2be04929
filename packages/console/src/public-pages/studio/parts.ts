import { type Markup, html } from '../markup.ts'

/** A flange in front view and section, dimensioned as a workshop needs it. */
export const flange: Markup = html`<svg
  viewBox="0 0 600 420"
  width="600"
  height="420"
  role="img"
  aria-label="Technical drawing of a flange: front view and section with dimensions"
>
  <rect class="sheet" x="6" y="6" width="588" height="408" />
  <g class="lines">
    <circle cx="200" cy="190" r="120" />
    <circle cx="200" cy="190" r="44" />
    <circle cx="200" cy="190" r="56" />
    <circle cx="200" cy="104" r="13" />
    <circle cx="200" cy="276" r="13" />
    <circle cx="114" cy="190" r="13" />
    <circle cx="286" cy="190" r="13" />
    <path d="M420 70h40v76h52v88h-52v76h-40z" />
    <path d="M420 146h92M420 234h92M420 91h40M420 117h40M420 263h40M420 289h40" />
  </g>
  <g class="hatch">
    <path
      d="M420 88l18-18M420 91l40-21M420 146l40-29M424 146l36-26M460 146l0 0M420 263l40-29M420 310l40-21M428 310l32-17"
    />
  </g>
  <g class="axis">
    <path d="M60 190h500M200 50v280" />
    <circle cx="200" cy="190" r="86" />
  </g>
  <g class="measure">
    <path d="M80 190v170M320 190v170M80 350h240M90 346l-10 4 10 4M310 346l10 4-10 4" />
    <path d="M512 234v90M420 310v14M420 318h92M430 314l-10 4 10 4M502 314l10 4-10 4" />
    <path d="M261 129l52-52h40" />
  </g>
  <g class="figure">
    <text x="184" y="342">Ø 240</text>
    <text x="452" y="338">92</text>
    <text x="266" y="70">Ø 172 / 4 × Ø 26</text>
    <text x="468" y="84">A–A</text>
  </g>
  <g class="frame"><path d="M394 352h200M394 352v62M394 383h200M500 352v62" /></g>
  <g class="figure small">
    <text x="404" y="372">FLANGE 04</text>
    <text x="510" y="372">1 : 2</text>
    <text x="404" y="403">ISO 128</text>
    <text x="510" y="403">AlMgSi1</text>
  </g>
</svg>`

const sphere = (id: string, cx: number): Markup =>
  html`<ellipse cx="${cx}" cy="316" rx="86" ry="14" fill="url(#soft)" />
    <circle cx="${cx}" cy="230" r="84" fill="url(#${id})" />`

/** Three materials under one light. */
export const materials: Markup = html`<svg
  viewBox="0 0 600 420"
  width="600"
  height="420"
  role="img"
  aria-label="Three spheres under one light: matt lacquer, brushed metal and glass"
>
  <defs>
    <linearGradient id="stage" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#2e2b27" />
      <stop offset="0.7" stop-color="#4a453e" />
      <stop offset="0.71" stop-color="#6a6358" />
      <stop offset="1" stop-color="#3a352e" />
    </linearGradient>
    <radialGradient id="lamp" cx="0.5" cy="0" r="0.9">
      <stop offset="0" stop-color="#ffe7c8" stop-opacity="0.55" />
      <stop offset="1" stop-color="#ffe7c8" stop-opacity="0" />
    </radialGradient>
    <radialGradient id="soft">
      <stop offset="0" stop-color="#000" stop-opacity="0.6" />
      <stop offset="1" stop-color="#000" stop-opacity="0" />
    </radialGradient>
    <radialGradient id="matt" cx="0.4" cy="0.25" r="0.85">
      <stop offset="0" stop-color="#ff9a70" />
      <stop offset="0.55" stop-color="#cf4526" />
      <stop offset="1" stop-color="#5a1409" />
    </radialGradient>
    <linearGradient id="steel" x1="0.2" y1="0" x2="0.5" y2="1">
      <stop offset="0" stop-color="#fdfcf9" />
      <stop offset="0.38" stop-color="#b9b4ab" />
      <stop offset="0.52" stop-color="#4c4842" />
      <stop offset="0.6" stop-color="#8d877d" />
      <stop offset="1" stop-color="#2a2723" />
    </linearGradient>
    <radialGradient id="clear" cx="0.5" cy="0.55" r="0.55">
      <stop offset="0" stop-color="#bfe9dc" stop-opacity="0.15" />
      <stop offset="0.75" stop-color="#8fd8c3" stop-opacity="0.35" />
      <stop offset="1" stop-color="#e9fff8" stop-opacity="0.85" />
    </radialGradient>
  </defs>
  <rect width="600" height="420" rx="6" fill="url(#stage)" />
  ${sphere('matt', 120)}${sphere('steel', 300)}${sphere('clear', 480)}
  <rect width="600" height="420" rx="6" fill="url(#lamp)" />
  <g fill="#fff" opacity="0.85">
    <ellipse cx="92" cy="176" rx="20" ry="11" transform="rotate(-28 92 176)" opacity="0.5" />
    <ellipse cx="274" cy="174" rx="24" ry="9" transform="rotate(-24 274 174)" />
    <path d="M430 188q14-26 42-30-22 10-32 34z" />
  </g>
</svg>`
