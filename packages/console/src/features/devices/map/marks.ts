import type { MapCluster, MapDevice } from '@wattkeeper/contracts/api/fleet-map'
import { divIcon, layerGroup, marker } from 'leaflet'
import type { LayerGroup, Marker } from 'leaflet'
import type { BaseMap } from '../../../ui/map/base.ts'
import css from './map.module.css'

export type State = 'faulty' | 'online' | 'offline'

export const stateOf = ({ alarmCount, isOnline }: MapDevice): State =>
  alarmCount > 0 ? 'faulty' : isOnline === 1 ? 'online' : 'offline'

interface Words {
  readonly cluster: (cluster: MapCluster) => string
  readonly device: (device: MapDevice) => string
}

interface Means {
  readonly base: BaseMap
  readonly words: Words
  readonly onDevice: (device: MapDevice, at: Marker) => void
  readonly onCluster: (cluster: MapCluster, at: Marker) => void
}

/** A ring whose parts are the states, as large as the cluster is. */
function clusterMark(cluster: MapCluster, { base, words, onCluster }: Means): Marker {
  const { count, faulty, online, longitude, latitude } = cluster
  const sizePx = 30 + Math.min(26, Math.round(Math.log10(count) * 9))
  const bad = (faulty / count) * 100
  const good = bad + (online / count) * 100
  const ring = document.createElement('span')
  ring.className = css.cluster ?? ''
  ring.style.background = `conic-gradient(var(--wk-bad) ${bad}%, var(--wk-good) ${bad}% ${good}%, var(--wk-idle) ${good}%)`
  const number = document.createElement('b')
  number.textContent = count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`
  ring.append(number)
  const said = words.cluster(cluster)
  const icon = divIcon({ html: ring, className: '', iconSize: [sizePx, sizePx] })
  const mark = marker(base.shown(longitude, latitude), { icon, title: said, alt: said, riseOnHover: true })
  return mark.on('click', () => onCluster(cluster, mark))
}

/** Shape and colour: a disc is online, a ring offline, a diamond faulty. */
function deviceMark(device: MapDevice, { base, words, onDevice }: Means): Marker {
  const dot = document.createElement('span')
  dot.className = css.device ?? ''
  dot.dataset['state'] = stateOf(device)
  const said = words.device(device)
  const icon = divIcon({ html: dot, className: '', iconSize: [18, 18] })
  const mark = marker(base.shown(device.longitude, device.latitude), {
    icon,
    title: said,
    alt: said,
    riseOnHover: true,
  })
  return mark.on('click', () => onDevice(device, mark))
}

interface Shown {
  readonly clusters: readonly MapCluster[]
  readonly devices: readonly MapDevice[]
}

/** Marks for what is in sight; answers how to take them away. */
export function drawMarks({ clusters, devices }: Shown, means: Means): () => void {
  const group: LayerGroup = layerGroup([
    ...clusters.map((cluster) => clusterMark(cluster, means)),
    ...devices.map((device) => deviceMark(device, means)),
  ]).addTo(means.base.map)
  return () => {
    group.remove()
  }
}
