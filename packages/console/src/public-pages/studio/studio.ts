import { publicPageFacts } from '@wattkeeper/contracts/public-pages'
import type { Sheet } from '../document.ts'
import { type Markup, html } from '../markup.ts'
import { campaign, hero, posters } from './drawings.ts'
import { flange, materials } from './parts.ts'

interface Offer {
  readonly name: string
  readonly text: string
}

interface Tab {
  readonly id: string
  readonly tab: string
  /** Above the heading, where the tab's own name would say nothing. */
  readonly kicker?: string
  readonly heading: string
  readonly lead: string
  readonly picture: Markup
  readonly offers: readonly [Offer, Offer, Offer]
}

const tabs: readonly [Tab, ...Tab[]] = [
  {
    id: 'home',
    tab: 'HOME PAGE',
    kicker: 'Advertising, marketing, modelling, rendering',
    heading: 'From the first line to the final picture.',
    lead: 'We draw products, build them in three dimensions, light them, and tell people about them. One studio, one hand, no loss in between.',
    picture: hero,
    offers: [
      {
        name: 'Show',
        text: 'Pictures and films of things that are not built yet, exact to the tenth of a millimetre.',
      },
      { name: 'Tell', text: 'Words, posters and screens that say one thing, and say it clearly.' },
      {
        name: 'Build',
        text: 'Models and workshop drawings that a manufacturer can quote from on the same day.',
      },
    ],
  },
  {
    id: 'advertising',
    tab: 'ADVERTISING SERVICES',
    heading: 'One sign. Every wall.',
    lead: 'A campaign is an idea that survives being made small. We design it for the bus stop first, and it still works on a cabinet’s screen.',
    picture: posters,
    offers: [
      {
        name: 'Campaign design',
        text: 'Key visual, headline and a set of rules that let it grow without us.',
      },
      {
        name: 'Screens in public',
        text: 'Stills and short films for displays on charging and swap cabinets, in the formats they play.',
      },
      {
        name: 'Print',
        text: 'Posters, packaging and trade-fair walls, delivered ready for press with proofs.',
      },
    ],
  },
  {
    id: 'marketing',
    tab: 'MARKETING SERVICES',
    heading: 'Many threads, one direction.',
    lead: 'Shops, fairs, search, social: people meet a product in pieces. We make the pieces lead to the same place.',
    picture: campaign,
    offers: [
      {
        name: 'Launch plans',
        text: 'Who hears what, when and where, with a budget that follows what works.',
      },
      {
        name: 'Product pages',
        text: 'Pages and listings in the languages of your markets, written, drawn and measured.',
      },
      { name: 'Review', text: 'After each month one page: what we did, what it changed, what we drop.' },
    ],
  },
  {
    id: 'modelling',
    tab: '3D Modelling/Parts Drawing',
    heading: 'Drawn so that it can be made.',
    lead: 'From a sketch, a sample or a scan to a clean parametric model, and from the model to drawings with every tolerance that matters.',
    picture: flange,
    offers: [
      {
        name: 'Modelling',
        text: 'Parts and assemblies as STEP and native files, with a history you can edit.',
      },
      {
        name: 'Parts drawing',
        text: 'Views, sections, fits and surfaces to ISO or GB, checked by a second pair of eyes.',
      },
      {
        name: 'Reverse engineering',
        text: 'A worn part becomes a model again: measured, rebuilt, improved where it broke.',
      },
    ],
  },
  {
    id: 'rendering',
    tab: 'PRODUCT RENDERING',
    heading: 'Light does the convincing.',
    lead: 'We treat a rendering like a photograph: a place, a lamp, a lens, and patience until the material feels true.',
    picture: materials,
    offers: [
      {
        name: 'Stills',
        text: 'White ground, on location or cut open, at print size, with layers for your own design.',
      },
      { name: 'Motion', text: 'Turntables, exploded views and ten-second films from the same scene.' },
      {
        name: 'Variants',
        text: 'Every colour and every plug of the family from one model, consistent to the pixel.',
      },
    ],
  },
]

const panel = ({ id, tab, kicker = tab, heading, lead, picture, offers }: Tab): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-h">
    <div class="top">
      <div>
        <p class="kicker">${kicker}</p>
        <h1 id="${id}-h">${heading}</h1>
        <p class="lead">${lead}</p>
      </div>
      ${picture}
    </div>
    <dl>
      ${offers.map(
        ({ name, text }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
  </section>`

const { supportEmail } = publicPageFacts

/** The studio's page. Its tabs are places in the address, so they work without script and Back leads back. */
export const studioSheet: Sheet = {
  path: '/asgoft',
  language: 'en',
  title: 'ASGOFT',
  description: 'A studio for advertising, marketing, 3D modelling, parts drawing and product rendering.',
  styles: ['public.css', 'studio/studio.css'],
  scripts: { then: 'studio' },
  card: 'asgoft',
  body: html`<body>
    <header>
      <a class="mark" href="#home">ASGOFT</a>
      <nav aria-label="Studio">${tabs.map(({ id, tab }) => html`<a href="#${id}">${tab}</a>`)}</nav>
    </header>
    <main>${tabs.map(panel)}</main>
    <footer>
      <p>Tell us what you are making.</p>
      <a href="mailto:${supportEmail}">${supportEmail}</a>
    </footer>
  </body>`,
}
