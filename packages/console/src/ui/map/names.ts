import { divIcon, layerGroup, marker } from 'leaflet'
import type { Map as LeafletMap, Marker } from 'leaflet'
import { currentLanguage } from '../../i18n/i18n.ts'
import css from './map.module.css'
import { type Box, fitting } from './fitting.ts'
import { type Level, type Shape, shapesOf } from './shapes.ts'

/** From these zooms on there is room for the names of provinces, and then of cities. */
const provinceNamesFrom = 4
const cityNamesFrom = 7
const china = 'CN'
const noCode = '-99'

/** Of the text, in pixels; close enough to keep names apart. */
const lineHeight = 18
const widthOf = (text: string): number => {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return 8 + wide * 12 + (text.length - wide) * 7
}

interface Name extends Box {
  readonly text: string
  readonly at: Shape['centre']
}

/** Whose names are shown; those that come first stay where there is no room for all. */
const levelsAt = (zoom: number): readonly Level[] =>
  zoom < provinceNamesFrom ? ['world'] : zoom < cityNamesFrom ? ['provinces', 'world'] : ['cities', 'world']

/** The names of countries, of provinces and of cities, as near as one looks, in the language of the page. */
export function showNames(map: LeafletMap): void {
  const pane = map.createPane('names')
  pane.style.zIndex = '450'
  pane.style.pointerEvents = 'none'
  const names = layerGroup().addTo(map)
  const show = async () => {
    const zoom = map.getZoom()
    const levels = levelsAt(zoom)
    const shapes = await Promise.all(levels.map(shapesOf))
    if (map.getZoom() !== zoom || !map.hasLayer(names)) return
    const known = shapes.flatMap((some, at) => some.filter(({ code }) => at === 0 || code !== china))
    names.clearLayers()
    for (const name of fitting(known.flatMap((shape) => namesOf(map, shape)))) nameMarker(name).addTo(names)
  }
  const showNow = () => void show().catch(() => undefined)
  showNow()
  map.on('moveend', showNow)
  const language = new MutationObserver(showNow)
  language.observe(document.documentElement, { attributeFilter: ['lang'] })
  map.on('unload', () => language.disconnect())
}

/** In sight, and where on the map. */
function namesOf(map: LeafletMap, shape: Shape): Name[] {
  if (!map.getBounds().contains(shape.centre)) return []
  const text = textOf(shape)
  if (text === undefined) return []
  const { x, y } = map.latLngToContainerPoint(shape.centre)
  return [{ text, at: shape.centre, x, y, width: widthOf(text), height: lineHeight }]
}

/** Nothing for land without a code, about which states disagree. */
function textOf({ code, name, nameEn }: Shape): string | undefined {
  if (code === noCode) return undefined
  return currentLanguage() === 'zh' ? name : (nameEn ?? countries.of(code))
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function nameMarker({ text, at }: Name): Marker {
  const html = document.createElement('span')
  html.textContent = text
  const icon = divIcon({ className: css.name ?? '', html, iconSize: [0, 0] })
  return marker(at, { icon, pane: 'names', interactive: false, keyboard: false })
}
