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

export interface Means {
  readonly base: BaseMap
  readonly words: Words
  readonly onDevice: (device: MapDevice, at: Marker) => void
  readonly onCluster: (cluster: MapCluster, at: Marker) => void
}

/** What stands on the map, and how it looks. */
interface Mark<T> {
  readonly marker: Marker
  readonly shape: HTMLElement
  item: T
}

/** How one kind of mark is known again, what it says, and how it looks. */
interface Kind<T> {
  readonly key: (item: T) => string
  readonly place: (item: T) => { readonly longitude: number; readonly latitude: number }
  readonly size: (item: T) => number
  readonly say: (item: T) => string
  readonly open: (item: T, at: Marker) => void
  readonly draw: (shape: HTMLElement, item: T) => void
}

/** A ring whose parts are the states, as large as the cluster is. */
function drawCluster(ring: HTMLElement, { count, faulty, online }: MapCluster): void {
  const bad = (faulty / count) * 100
  const good = bad + (online / count) * 100
  ring.className = css.cluster ?? ''
  ring.style.background = `conic-gradient(var(--wk-bad) ${bad}%, var(--wk-good) ${bad}% ${good}%, var(--wk-idle) ${good}%)`
  const number = ring.firstElementChild ?? ring.appendChild(document.createElement('b'))
  number.textContent = count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`
}

/** Shape and colour: a disc is online, a ring offline, a diamond faulty. */
function drawDevice(dot: HTMLElement, device: MapDevice): void {
  dot.className = css.device ?? ''
  dot.dataset['state'] = stateOf(device)
}

const clusterKind = ({ words, onCluster }: Means): Kind<MapCluster> => ({
  // The same devices stand in the same middle; with others among them it is another cluster.
  key: ({ longitude, latitude, count }) => `${longitude.toFixed(5)} ${latitude.toFixed(5)} ${count}`,
  place: (cluster) => cluster,
  size: ({ count }) => 30 + Math.min(26, Math.round(Math.log10(count) * 9)),
  say: words.cluster,
  open: onCluster,
  draw: drawCluster,
})

const deviceKind = ({ words, onDevice }: Means): Kind<MapDevice> => ({
  key: ({ id, longitude, latitude }) => `${id} ${longitude} ${latitude}`,
  place: (device) => device,
  size: () => 18,
  say: words.device,
  open: onDevice,
  draw: drawDevice,
})

interface Shown {
  readonly clusters: readonly MapCluster[]
  readonly devices: readonly MapDevice[]
}

export interface Marks {
  /** Leaves what is there already where it is, with its focus and its popup, and changes only what has changed. */
  show(shown: Shown): void
  remove(): void
}

/** Marks for what is in sight. */
export function createMarks(means: Means): Marks {
  const group = layerGroup().addTo(means.base.map)
  const clusters = keeper(clusterKind(means), { group, base: means.base })
  const devices = keeper(deviceKind(means), { group, base: means.base })
  return {
    show: (shown) => {
      clusters(shown.clusters)
      devices(shown.devices)
    },
    remove: () => void group.remove(),
  }
}

/** For the pointer that rests on it, and for those who hear it. */
function name({ marker }: Mark<unknown>, said: string): void {
  const element = marker.getElement()
  element?.setAttribute('title', said)
  element?.setAttribute('aria-label', said)
}

interface Ground {
  readonly group: LayerGroup
  readonly base: BaseMap
}

function keeper<T>(kind: Kind<T>, { group, base }: Ground): (items: readonly T[]) => void {
  const known = new Map<string, Mark<T>>()
  const add = (item: T): Mark<T> => {
    const [shape, sizePx, said] = [document.createElement('span'), kind.size(item), kind.say(item)]
    kind.draw(shape, item)
    const { longitude, latitude } = kind.place(item)
    const icon = divIcon({ html: shape, className: '', iconSize: [sizePx, sizePx] })
    const mark: Mark<T> = {
      marker: marker(base.shown(longitude, latitude), { icon, riseOnHover: true }),
      shape,
      item,
    }
    mark.marker.on('click', () => kind.open(mark.item, mark.marker)).addTo(group)
    name(mark, said)
    return mark
  }
  const change = (mark: Mark<T>, item: T) => {
    const said = kind.say(item)
    const isSame = said === kind.say(mark.item)
    mark.item = item
    if (isSame) return
    kind.draw(mark.shape, item)
    name(mark, said)
  }
  return (items) => {
    const gone = new Map(known)
    for (const item of items) {
      const key = kind.key(item)
      gone.delete(key)
      const mark = known.get(key)
      if (mark) change(mark, item)
      else known.set(key, add(item))
    }
    for (const [key, { marker }] of gone) {
      group.removeLayer(marker)
      known.delete(key)
    }
  }
}
