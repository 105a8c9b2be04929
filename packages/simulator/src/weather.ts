import { clamp } from './battery.ts'
import { hash } from './random.ts'

/** A point on the map. */
export interface Spot {
  readonly latitude: number
  readonly longitude: number
}

export interface Sky {
  readonly airC: number
  readonly humidity: number
  /** Sunlight on a panel, W/m²; 1000 on a clear noon. */
  readonly sunWPerM2: number
  /** Local solar time, 0 to 24. */
  readonly hour: number
}

/** What a scenario does to the weather. */
export interface Climate {
  /** Which day of the year it is, where it is not to be the calendar's. */
  readonly dayOfYear?: number
  readonly warmerByC?: number
  /** It does not get cooler than this, not even at night. */
  readonly leastC?: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const radians = Math.PI / 180

/** Season by latitude, time of day by longitude, clouds and drift by place and hour: the same for the same instant. */
export function skyAt(spot: Spot, now: number, climate: Climate = {}): Sky {
  const hour = (((now / hourMs + spot.longitude / 15) % 24) + 24) % 24
  const day = climate.dayOfYear ?? Math.floor((now % (365.2425 * dayMs)) / dayMs)
  const clouds = drift(spot, now, 'clouds')
  const summer = Math.cos(((day - 200) / 365) * 2 * Math.PI) * Math.sign(spot.latitude || 1)
  const reach = Math.abs(spot.latitude)
  const mean = 29 - 0.42 * reach + (3 + 0.28 * reach) * summer
  const swing = 4.5 * (1 - 0.5 * clouds) * Math.cos(((hour - 15) / 24) * 2 * Math.PI)
  const airC = mean + swing + 3 * (drift(spot, now, 'air') - 0.5) + (climate.warmerByC ?? 0)
  return {
    airC: clamp(Math.max(airC, climate.leastC ?? -60), -35, 55),
    humidity: clamp(88 - 1.1 * (airC - 5) + 25 * (clouds - 0.5), 12, 98),
    sunWPerM2: 1_000 * Math.max(0, sunHeight(spot, day, hour)) * (1 - 0.75 * clouds ** 2),
    hour,
  }
}

/** Sine of the sun's elevation. */
function sunHeight({ latitude }: Spot, day: number, hour: number): number {
  const declination = -23.44 * radians * Math.cos(((day + 10) / 365) * 2 * Math.PI)
  const turn = (hour - 12) * 15 * radians
  const at = latitude * radians
  return Math.sin(at) * Math.sin(declination) + Math.cos(at) * Math.cos(declination) * Math.cos(turn)
}

/** Between 0 and 1, smooth, changing over hours; the same for neighbours. */
function drift({ latitude, longitude }: Spot, now: number, what: string): number {
  const where = `${what}/${Math.round(latitude * 2)}/${Math.round(longitude * 2)}`
  const step = Math.floor(now / hourMs)
  const share = (now % hourMs) / hourMs
  const smooth = share * share * (3 - 2 * share)
  const [from, to] = [hash(`${where}/${step}`), hash(`${where}/${step + 1}`)]
  return (from + (to - from) * smooth) / 4_294_967_295
}
