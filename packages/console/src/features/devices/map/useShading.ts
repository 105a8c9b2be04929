import { type RegionHealth, fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import type { DeviceSelection } from '@wattkeeper/contracts/api/devices'
import { useEffect } from 'react'
import { useData } from '../../../api/queries.ts'
import { type BaseMap, citiesFrom } from '../../../ui/map/base.ts'
import { pathToRegion, useRegions } from '../../../ui/region/regions.ts'
import { useText } from '../text.ts'
import { drawShading, shareOf } from './shading.ts'

interface Wanted {
  readonly isOn: boolean
  readonly zoom: number
  readonly filter: DeviceSelection
}

/** Shades provinces, and nearer cities, by the share of their devices that are faulty. */
export function useShading(base: BaseMap | undefined, { isOn, zoom, filter }: Wanted): void {
  const t = useText()
  const level = zoom >= citiesFrom ? 'city' : 'province'
  const { data, isOld } = useData(
    fleetMap.regions,
    { level, filter },
    { enabled: isOn, live: ['alarms'], quiet: true },
  )
  const tree = useRegions(isOn)
  useEffect(() => {
    if (!base || !isOn || !data || isOld) return
    const say = (health: RegionHealth, name: string) =>
      t('map.region', {
        name: pathToRegion(tree, health.code).at(-1)?.name ?? name,
        devices: health.devices,
        faulty: health.faulty,
        percent: (shareOf(health) * 100).toFixed(1),
      })
    return drawShading(data, { base, level: level === 'city' ? 'cities' : 'provinces', say })
  }, [base, isOn, data, isOld, level, tree, t])
}
