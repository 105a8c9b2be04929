import { placesIn } from './places.ts'
import type { Place } from './places.ts'

export interface OwnerOfMany {
  readonly code: string
  readonly name: string
}

/** An operator of a manufacturer, the towns it works in and what it has there. */
export interface FleetOperator extends OwnerOfMany {
  readonly manufacturer: string
  readonly places: readonly Place[]
  readonly runs: readonly DeviceKind[]
}

export const deviceKinds = ['portable', 'microInverter', 'cabinet', 'battery'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** The type ids of the protocol's fleet. */
export const typeIdOf: Readonly<Record<DeviceKind, number>> = {
  portable: 1,
  microInverter: 2,
  cabinet: 3,
  battery: 4,
}

export const manufacturers: readonly (OwnerOfMany & { readonly leader: string })[] = [
  { code: 'HCNY', name: '华储能源', leader: '林远' },
  { code: 'LYHD', name: '绿驿换电', leader: '周敏' },
  { code: 'SUNP', name: 'Sunpass Storage', leader: 'Dana Ortiz' },
]

const runsAtHome = ['portable', 'microInverter'] as const
const runsOnTheRoad = ['cabinet', 'battery'] as const

export const operators: readonly FleetOperator[] = [
  operator('HCBJ', '华储华北', { by: 'HCNY', in: ['110105', '110108'], runs: runsAtHome }),
  operator('HCHD', '华储华东', { by: 'HCNY', in: ['310115', '310104', '320102'], runs: runsAtHome }),
  operator('HCEU', 'Huachu Europe', { by: 'HCNY', in: ['DE', 'AT', 'NL'], runs: runsAtHome }),
  operator('LYSZ', '绿驿深圳', { by: 'LYHD', in: ['440305', '440304'], runs: runsOnTheRoad }),
  operator('LYHZ', '绿驿杭州', { by: 'LYHD', in: ['330106', '330110'], runs: runsOnTheRoad }),
  operator('LYCD', '绿驿成都', { by: 'LYHD', in: ['510104', '510107', '420106'], runs: runsOnTheRoad }),
  operator('SPUS', 'Sunpass America', { by: 'SUNP', in: ['US-CA', 'US-TX', 'US-AZ'], runs: runsAtHome }),
  operator('SPSE', 'Sunpass South Europe', { by: 'SUNP', in: ['IT', 'ES'], runs: runsAtHome }),
]

interface Reach {
  readonly by: string
  readonly in: readonly string[]
  readonly runs: readonly DeviceKind[]
}

function operator(code: string, name: string, reach: Reach): FleetOperator {
  return { code, name, manufacturer: reach.by, places: placesIn(...reach.in), runs: reach.runs }
}
