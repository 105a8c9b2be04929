import encodeQr from 'qr'
import { textAt } from './login-call.ts'

// The download page's own work: ask for the address, go there, or say why not; and the code for a phone to scan.

declare const __NEWEST_PATH__: string

const notFound = 404
const { app = '', busy = '' } = document.body.dataset

/** Shows one notice, as the server does by leading to it. */
function say(id: string): void {
  location.replace(`#${id}`)
}

interface Answer {
  readonly address: string | undefined
  readonly isMissing: boolean
}

async function addressOf(platform: string): Promise<Answer> {
  const query = new URLSearchParams({ appCode: app, platform })
  const response = await fetch(`${__NEWEST_PATH__}?${query}`)
  const answer: unknown = await response.json()
  const isMissing = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'code') === notFound
  return { address: textAt(answer, 'data'), isMissing }
}

async function go(link: HTMLAnchorElement, platform: string): Promise<void> {
  const label = link.querySelector('span')
  const text = label?.textContent ?? ''
  link.setAttribute('aria-busy', 'true')
  if (label) label.textContent = busy
  try {
    const { address, isMissing } = await addressOf(platform)
    if (address !== undefined) location.assign(address)
    else say(isMissing ? `missing-${platform}` : 'failed')
  } catch {
    say('failed')
  } finally {
    link.removeAttribute('aria-busy')
    if (label) label.textContent = text
  }
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-platform]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    if (!link.hasAttribute('aria-busy')) void go(link, link.dataset['platform'] ?? '')
  })
}

/** Dark on white in every theme: cameras read it best. A phone finds its own button behind it. */
function drawQr(place: HTMLElement): void {
  const cells = encodeQr(location.origin + location.pathname + location.search, 'raw', {
    ecc: 'medium',
    border: 1,
  })
  const size = String(cells.length)
  const path = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', place.nextElementSibling?.textContent ?? '')
  const drawn = document.createElementNS(namespace, 'path')
  drawn.setAttribute('d', path.join(''))
  svg.append(drawn)
  place.replaceChildren(svg)
}

const place = document.getElementById('qr')
if (place && document.documentElement.dataset.device === 'desktop') drawQr(place)
