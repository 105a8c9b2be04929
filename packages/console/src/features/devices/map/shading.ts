import type { RegionHealth } from '@wattkeeper/contracts/api/fleet-map'
import { layerGroup, polygon } from 'leaflet'
import type { BaseMap } from '../../../ui/map/base.ts'
import { type Level, shapesOf } from '../../../ui/map/shapes.ts'

export const shareOf = ({ devices, faulty }: RegionHealth): number => (devices === 0 ? 0 : faulty / devices)

/** Five steps, so that a legend can name them. */
export const steps = [0.01, 0.05, 0.1, 0.2] as const
const opacities = [0.1, 0.22, 0.36, 0.52, 0.7] as const

export const opacityOf = (share: number): number =>
  share === 0 ? 0 : (opacities[steps.filter((step) => share >= step).length] ?? 0)

interface Means {
  readonly base: BaseMap
  readonly level: Exclude<Level, 'world'>
  readonly say: (health: RegionHealth, name: string) => string
}

/** Fills the regions by their fault rate below the marks; answers how to take that away. */
export function drawShading(regions: readonly RegionHealth[], { base, level, say }: Means): () => void {
  const group = layerGroup().addTo(base.map)
  const byCode = new Map(regions.map((region) => [region.code, region]))
  const fillColor = getComputedStyle(document.documentElement).getPropertyValue('--wk-bad').trim()
  void shapesOf(level).then((shapes) => {
    for (const { code, name, rings } of shapes) {
      const health = byCode.get(code)
      if (!health) continue
      polygon(rings, { stroke: false, fillColor, fillOpacity: opacityOf(shareOf(health)) })
        .bindTooltip(say(health, name), { sticky: true })
        .addTo(group)
    }
  })
  return () => {
    group.remove()
  }
}
