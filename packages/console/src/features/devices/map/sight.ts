import type { Map as LeafletMap } from 'leaflet'
import type { Codec } from '../../../ui/url/codecs.ts'

/** What is looked at: a middle and a zoom, as they stand in the address. */
export interface Look {
  readonly latitude: number
  readonly longitude: number
  readonly zoom: number
}

export const look: Codec<Look> = {
  read: (text) => {
    const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = text.split(',').map(Number)
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 2 && zoom <= 18
    return isPlace ? { latitude, longitude, zoom } : undefined
  },
  write: ({ latitude, longitude, zoom }) => `${latitude.toFixed(3)},${longitude.toFixed(3)},${zoom}`,
}

/** All of China. */
export const wholeLook: Look = { latitude: 35.5, longitude: 105, zoom: 4 }

export interface Sight {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly zoom: number
}

const margin = 0.15

/** The box in sight with a margin, so that what is dragged in is there already. */
export function sightOf(map: LeafletMap): Sight {
  const bounds = map.getBounds().pad(margin)
  const within = (degrees: number, most: number) =>
    Math.max(-most, Math.min(most, Number(degrees.toFixed(4))))
  return {
    west: within(bounds.getWest(), 180),
    south: within(bounds.getSouth(), 90),
    east: within(bounds.getEast(), 180),
    north: within(bounds.getNorth(), 90),
    zoom: map.getZoom(),
  }
}
