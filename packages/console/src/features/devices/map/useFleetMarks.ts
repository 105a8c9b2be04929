import type { FleetView, MapCluster, MapDevice } from '@wattkeeper/contracts/api/fleet-map'
import { latLngBounds } from 'leaflet'
import type { Marker } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { BaseMap } from '../../../ui/map/base.ts'
import { detailLink } from '../links.ts'
import { useText } from '../text.ts'
import { type Marks, createMarks, stateOf } from './marks.ts'
import css from './map.module.css'

/** A cluster whose devices stand on one spot does not open by going nearer. */
const spotDegrees = 0.0002

/** Keeps the marks of what is in sight on the map. */
export function useFleetMarks(base: BaseMap | undefined, view: FleetView | undefined): void {
  const t = useText()
  const navigate = useNavigate()
  const marks = useRef<Marks>(undefined)
  useEffect(() => {
    if (!base) return
    const counts = ({ count, online, offline, faulty }: MapCluster) =>
      t('map.cluster', { count, online, offline, faulty })
    const open = (device: MapDevice, at: Marker) => {
      at.bindPopup(
        popupOf(
          device,
          { word: t(`map.${stateOf(device)}`), go: t('action.detail') },
          () => void navigate(detailLink(device)),
        ),
      ).openPopup()
    }
    const enter = (cluster: MapCluster, at: Marker) => {
      const [west = 0, south = 0, east = 0, north = 0] = cluster.box
      if (east - west < spotDegrees && north - south < spotDegrees)
        return void at.bindPopup(counts(cluster)).openPopup()
      base.map.fitBounds(latLngBounds(base.shown(west, south), base.shown(east, north)), {
        padding: [40, 40],
      })
    }
    const made = createMarks({
      base,
      words: { cluster: counts, device: (device) => `${device.code} ${t(`map.${stateOf(device)}`)}` },
      onDevice: open,
      onCluster: enter,
    })
    marks.current = made
    return () => made.remove()
  }, [base, t, navigate])
  // After the marks were made anew, in another language perhaps, the view is shown again.
  useEffect(() => {
    if (view) marks.current?.show(view)
  }, [base, view, t, navigate])
}

interface PopupWords {
  readonly word: string
  readonly go: string
}

/** Leaflet takes elements, not React's; what people wrote comes in as text only. */
function popupOf(device: MapDevice, { word, go }: PopupWords, onGo: () => void): HTMLElement {
  const card = document.createElement('div')
  card.className = css.popup ?? ''
  const line = (text: string, tag: 'b' | 'div' = 'div') => {
    const element = document.createElement(tag)
    element.textContent = text
    card.append(element)
  }
  line(device.code, 'b')
  line(word)
  for (const text of [device.equipModelName, device.operatorName, device.address]) if (text) line(text)
  const link = document.createElement('a')
  link.href = detailLink(device)
  link.textContent = go
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onGo()
  })
  card.append(link)
  return card
}
