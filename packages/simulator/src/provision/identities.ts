import { hash, randomOf } from '../random.ts'
import type { Random } from '../random.ts'
import type { Spot } from '../weather.ts'
import { operators } from './owners.ts'
import type { DeviceKind, FleetOperator } from './owners.ts'
import type { Place } from './places.ts'

/** Who a simulated device is: the same for the same seed and place in the fleet, however large the fleet. */
export interface Identity {
  readonly code: string
  readonly kind: DeviceKind
  readonly operatorCode: string
  readonly regionCode: string
  readonly address: string
  readonly spot: Spot
  /** Chooses among the models that the platform offers for the type: 0 to 1. */
  readonly modelChoice: number
  /** Cabinets and batteries of one neighbourhood swap with each other. */
  readonly neighbourhood: string
}

/** Every twenty devices: seven stations, three micro-inverters, and a neighbourhood of two cabinets and eight batteries. */
const block: readonly DeviceKind[] = [
  'cabinet',
  'battery',
  'portable',
  'battery',
  'microInverter',
  'portable',
  'battery',
  'portable',
  'battery',
  'portable',
  'cabinet',
  'battery',
  'microInverter',
  'portable',
  'battery',
  'portable',
  'battery',
  'portable',
  'battery',
  'microInverter',
]

const prefixOf: Readonly<Record<DeviceKind, string>> = {
  portable: 'PS',
  microInverter: 'MI',
  cabinet: 'SC',
  battery: 'SB',
}

/** Of these kinds only: those that the whole fleet would have, too. */
export function identitiesOf(seed: string, count: number, kinds: readonly DeviceKind[] = block): Identity[] {
  const places: number[] = []
  for (let at = 0; places.length < count; at++) if (kinds.includes(kindAt(at))) places.push(at)
  return places.map((at) => identityOf(seed, at))
}

const kindAt = (at: number): DeviceKind => block[at % block.length] ?? 'portable'

function identityOf(seed: string, at: number): Identity {
  const kind = kindAt(at)
  const number = Math.floor(at / block.length)
  const swaps = kind === 'cabinet' || kind === 'battery'
  // A neighbourhood shares its operator and its town; everything else stands wherever its operator works.
  const town = randomOf(swaps ? `${seed}/neighbourhood/${number}` : `${seed}/town/${at}`)
  const operator = town.pick(asChoice(operators.filter(({ runs }) => runs.includes(kind))))
  const place = town.pick(asChoice(operator.places))
  const random = randomOf(`${seed}/identity/${at}`)
  const modelRandom = kind === 'battery' ? randomOf(`${seed}/${operator.code}/battery`) : random
  return {
    code: `${prefixOf[kind]}${tagOf(seed)}${String(at + 1).padStart(6, '0')}`,
    kind,
    operatorCode: operator.code,
    regionCode: place.regionCode,
    ...standingAt(place, random),
    // All batteries of an operator fit all its scooters.
    modelChoice: modelRandom.fork('model').next(),
    neighbourhood: `${operator.code}/${number}`,
  }
}

/** Two letters from the seed keep the fleets of different seeds apart on one platform. */
export function tagOf(seed: string): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const value = hash(seed)
  return `${letters[value % 24] ?? 'A'}${letters[Math.floor(value / 24) % 24] ?? 'A'}`
}

function standingAt(place: Place, random: Random) {
  const street = random.pick(place.streets)
  const number = random.whole(1, 480)
  const address =
    place.style === 'chinese' ? `${place.city}${street}${number}号` : `${street} ${number}, ${place.city}`
  const spot: Spot = {
    latitude: rounded(place.latitude + random.between(-0.03, 0.03)),
    longitude: rounded(place.longitude + random.between(-0.03, 0.03)),
  }
  return { address, spot }
}

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function asChoice<T extends FleetOperator | Place>(found: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = found
  if (!first) throw new Error('every kind of device has an operator, and every operator a town')
  return [first, ...others]
}
