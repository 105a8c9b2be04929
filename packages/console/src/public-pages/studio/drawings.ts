import { type Markup, html } from '../markup.ts'

/** A portable power station, as outlines or as solid parts: the style sheet decides which. */
const device = html`<rect class="shell" x="90" y="120" width="420" height="270" rx="34" />
  <path class="handle" d="M170 120V86a26 26 0 0 1 26-26h208a26 26 0 0 1 26 26v34h-34V96H204v24z" />
  <rect class="panel" x="122" y="156" width="356" height="198" rx="20" />
  <rect class="display" x="222" y="178" width="156" height="76" rx="10" />
  <path class="bolt" d="M304 190l-22 30h14l-6 24 26-34h-15z" />
  <circle class="socket" cx="164" cy="206" r="20" />
  <circle class="socket" cx="164" cy="304" r="20" />
  <circle class="socket" cx="436" cy="206" r="20" />
  <circle class="socket" cx="436" cy="304" r="20" />
  <rect class="port" x="222" y="286" width="44" height="16" rx="4" />
  <rect class="port" x="278" y="286" width="44" height="16" rx="4" />
  <rect class="port" x="334" y="286" width="44" height="16" rx="8" />
  <path class="vent" d="M226 326h148M226 338h148" />
  <rect class="foot" x="132" y="390" width="60" height="16" rx="6" />
  <rect class="foot" x="408" y="390" width="60" height="16" rx="6" />`

/** One object, left of the line as drawn, right of it as it will look. */
export const hero: Markup = html`<svg
  class="hero"
  viewBox="0 0 600 480"
  width="600"
  height="480"
  role="img"
  aria-label="A power station: a technical drawing on the left turns into a finished picture on the right"
>
  <defs>
    <linearGradient id="shell" x1="0" y1="0" x2="0.5" y2="1">
      <stop offset="0" stop-color="#f0764a" />
      <stop offset="0.5" stop-color="#d4482a" />
      <stop offset="1" stop-color="#8e2413" />
    </linearGradient>
    <linearGradient id="panel" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#3b3a38" />
      <stop offset="1" stop-color="#171614" />
    </linearGradient>
    <linearGradient id="glass" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#d9f5ea" />
      <stop offset="0.5" stop-color="#6fd6b6" />
      <stop offset="1" stop-color="#1f8f70" />
    </linearGradient>
    <radialGradient id="metal" cx="0.35" cy="0.3" r="0.9">
      <stop offset="0" stop-color="#ffffff" />
      <stop offset="0.4" stop-color="#a9a6a0" />
      <stop offset="1" stop-color="#35332f" />
    </radialGradient>
    <radialGradient id="ground">
      <stop offset="0" stop-color="#000" stop-opacity="0.45" />
      <stop offset="1" stop-color="#000" stop-opacity="0" />
    </radialGradient>
    <clipPath id="left"><path d="M0 0H332L268 480H0z" /></clipPath>
    <clipPath id="right"><path d="M332 0H600V480H268z" /></clipPath>
  </defs>
  <g clip-path="url(#left)">
    <g class="grid">
      <path d="M0 60h600M0 120h600M0 180h600M0 240h600M0 300h600M0 360h600M0 420h600" />
      <path d="M60 0v480M120 0v480M180 0v480M240 0v480M300 0v480M360 0v480" />
    </g>
    <g class="lines">
      ${device}
      <path class="axis" d="M300 30v420M40 255h520" />
    </g>
    <g class="measure">
      <path d="M90 120H34M90 390H34M44 120v270M40 130l4-10 4 10M40 380l4 10 4-10" />
      <path d="M90 406v48M90 444h240M100 440l-10 4 10 4" />
    </g>
    <g class="figure">
      <text x="52" y="262">270</text>
      <text x="186" y="438">420</text>
      <text x="206" y="108">R26</text>
    </g>
  </g>
  <g clip-path="url(#right)">
    <ellipse cx="320" cy="412" rx="260" ry="26" fill="url(#ground)" />
    <g class="solid">${device}</g>
    <path class="shine" d="M330 128h150a24 24 0 0 1 22 24v40C470 158 400 146 330 146z" />
  </g>
  <path class="cut" d="M332 0 268 480" />
</svg>`

/** Three posters of one campaign: one sign, three sizes of thought. */
export const posters: Markup = html`<svg
  viewBox="0 0 600 420"
  width="600"
  height="420"
  role="img"
  aria-label="Three posters of one campaign, built from circles and one bolt"
>
  <g class="poster one">
    <rect x="20" y="30" width="170" height="250" />
    <circle cx="105" cy="170" r="78" />
    <path d="M112 104 70 178h32l-10 62 52-82h-32z" />
    <rect class="rule" x="36" y="46" width="70" height="8" />
  </g>
  <g class="poster two">
    <rect x="215" y="80" width="170" height="250" />
    <path d="M215 330V205a125 125 0 0 1 170-117v242z" />
    <circle cx="330" cy="150" r="30" />
    <rect class="rule" x="231" y="296" width="100" height="8" />
    <rect class="rule" x="231" y="310" width="60" height="8" />
  </g>
  <g class="poster three">
    <rect x="410" y="30" width="170" height="250" />
    <circle cx="452" cy="84" r="22" />
    <circle cx="508" cy="84" r="22" />
    <circle cx="452" cy="142" r="22" />
    <circle class="lit" cx="508" cy="142" r="22" />
    <circle cx="452" cy="200" r="22" />
    <circle cx="508" cy="200" r="22" />
    <rect class="rule" x="430" y="250" width="120" height="8" />
  </g>
  <path class="floor" d="M0 372h600" />
</svg>`

/** How attention becomes a decision: a path that narrows, and one that stays. */
export const campaign: Markup = html`<svg
  viewBox="0 0 600 420"
  width="600"
  height="420"
  role="img"
  aria-label="Many thin lines gather into one strong line that rises"
>
  <g class="strands">
    <path d="M0 40C170 40 190 250 330 256S470 190 600 60" />
    <path d="M0 92C160 92 200 262 330 262S470 196 600 60" />
    <path d="M0 150C150 150 200 268 330 266S470 200 600 60" />
    <path d="M0 214C140 214 210 276 330 270S470 204 600 60" />
    <path d="M0 276C140 276 210 286 330 274S470 208 600 60" />
    <path d="M0 338C140 338 210 300 330 278S470 210 600 60" />
    <path d="M0 396C150 396 210 316 330 282S470 212 600 60" />
  </g>
  <path class="strong" d="M330 268C440 268 480 200 600 60" />
  <g class="knots">
    <circle cx="117" cy="129" r="6" />
    <circle cx="172" cy="316" r="6" />
    <circle cx="176" cy="146" r="6" />
    <circle cx="115" cy="378" r="6" />
    <circle class="lit" cx="330" cy="268" r="13" />
    <circle class="lit" cx="520" cy="150" r="9" />
  </g>
</svg>`
