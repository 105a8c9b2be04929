import { gcj02Of, wgs84Of } from '@wattkeeper/contracts/api/coordinates'
import type { MapSettings } from '@wattkeeper/contracts/api/maps'
import { canvas, control, map as createMap, polygon, tileLayer } from 'leaflet'
import type { LatLngExpression, LatLngTuple, LayerGroup, Map as LeafletMap } from 'leaflet'
import { layerGroup } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { showNames } from './names.ts'
import { shapesOf } from './shapes.ts'

/** The specification's: the middle of Beijing, zoom 8. */
export const centre: LatLngTuple = [39.9087, 116.3975]
export const firstZoom = 8
const mostZoom = 18
/** Where one place is looked at: streets tell where it is, and without tiles the borders of its city. */
const nearZoom = { tiles: 12, boundaries: 9 }
/** From here on cities are drawn, and the provinces' borders are those of their cities. */
export const citiesFrom = 6

/** Whose boundaries are shown; the tiles' own attribution comes with them. */
const attribution =
  '<a href="https://leafletjs.com" rel="noreferrer">Leaflet</a> · © <a href="https://github.com/Surbowl/world-geo-json-zh" rel="noreferrer">world-geo-json-zh</a> · © <a href="https://github.com/apache/echarts" rel="noreferrer">Apache ECharts</a>'

export interface BaseMap {
  readonly map: LeafletMap
  readonly nearZoom: number
  /** Where a place in WGS-84 is drawn, and back: tiles may be shifted. */
  readonly shown: (longitude: number, latitude: number) => LatLngTuple
  readonly placeAt: (point: { readonly lat: number; readonly lng: number }) => Place
}

export interface Place {
  readonly longitude: number
  readonly latitude: number
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wk-${name}`).trim()

interface Wanted {
  readonly settings: MapSettings
  readonly at?: Place | undefined
  readonly zoom?: number | 'near' | undefined
}

/** A map with our own boundaries below, and an operator's tiles where there are some. */
export function openMap(element: HTMLElement, { settings, at, zoom = firstZoom }: Wanted): BaseMap {
  const { tiles } = settings
  const isShifted = tiles?.datum === 'gcj02'
  const shown = (longitude: number, latitude: number): LatLngTuple => {
    const there = isShifted ? gcj02Of({ longitude, latitude }) : { longitude, latitude }
    return [there.latitude, there.longitude]
  }
  const placeAt = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Place => {
    const there = { longitude: wrapped(lng), latitude: lat }
    return isShifted ? wgs84Of(there) : there
  }
  const near = tiles ? nearZoom.tiles : nearZoom.boundaries
  const start: LatLngExpression = at ? shown(at.longitude, at.latitude) : centre
  const map = createMap(element, {
    center: start,
    zoom: zoom === 'near' ? near : zoom,
    minZoom: 2,
    maxZoom: mostZoom,
    attributionControl: false,
    zoomControl: false,
    worldCopyJump: true,
    renderer: canvas({ padding: 0.3 }),
  })
  control.zoom({ position: 'topright' }).addTo(map)
  control.scale({ imperial: false }).addTo(map)
  control.attribution({ prefix: attribution }).addTo(map)
  if (tiles) tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: mostZoom }).addTo(map)
  else {
    drawBoundaries(map)
    showNames(map)
  }
  return { map, nearZoom: near, shown, placeAt }
}

/** Beyond the date line Leaflet counts on. */
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** Countries, provinces and, near enough, cities; drawn again in other colours when the theme changes. */
function drawBoundaries(map: LeafletMap): void {
  const layers: Record<'world' | 'provinces' | 'cities', LayerGroup> = {
    world: layerGroup().addTo(map),
    provinces: layerGroup().addTo(map),
    cities: layerGroup(),
  }
  const draw = async (level: keyof typeof layers) => {
    const shapes = await shapesOf(level)
    const group = layers[level].clearLayers()
    for (const { code, rings } of shapes)
      polygon(rings, { ...styleOf(level, code), interactive: false }).addTo(group)
  }
  const isNear = () => map.getZoom() >= citiesFrom
  const show = () => {
    if (!isNear()) return void layers.cities.remove()
    if (layers.cities.getLayers().length === 0)
      void draw('cities').then(() => isNear() && layers.cities.addTo(map))
    else layers.cities.addTo(map)
  }
  const drawAll = () => {
    void draw('world').then(() => draw('provinces'))
    if (layers.cities.getLayers().length > 0) void draw('cities')
  }
  drawAll()
  show()
  map.on('zoomend', show)
  const theme = new MutationObserver(drawAll)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => theme.disconnect())
}

function styleOf(level: 'world' | 'provinces' | 'cities', code: string) {
  if (level === 'world')
    return {
      color: colour('line-strong'),
      weight: code === 'CN' ? 1.6 : 0.8,
      fillColor: colour('surface'),
      fillOpacity: 1,
    }
  return { color: colour(level === 'provinces' ? 'line-strong' : 'line'), weight: 0.8, fill: false }
}
