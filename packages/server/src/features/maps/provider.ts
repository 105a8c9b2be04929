import { type Place, gcj02Of, wgs84Of } from '@wattkeeper/contracts/api/coordinates'
import { type SuggestedPlace, mapProblems } from '@wattkeeper/contracts/api/maps'
import { Problem } from '@wattkeeper/contracts/kit'
import type { MapSources } from '../../config-map.ts'

/** A map service on the network. It speaks GCJ-02; whoever asks and whoever is answered speaks WGS-84. */
export interface Provider {
  suggest(keyword: string): Promise<SuggestedPlace[]>
  reverse(place: Place): Promise<{ readonly address: string; readonly adcode: string }>
}

type Source = NonNullable<MapSources['provider']>

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const inside = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((within, name) => (isJson(within) ? within[name] : undefined), value)
/** AMap writes an empty list for a text that is not there. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Question {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly isGood: (answer: unknown) => boolean
}

async function ask({ url, key, longestMs }: Source, { path, query, isGood }: Question): Promise<unknown> {
  const address = new URL(path, url)
  address.search = new URLSearchParams({ ...query, key }).toString()
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(longestMs) })
    const answer: unknown = await response.json()
    if (!isGood(answer)) throw new Problem(mapProblems.failed)
    return answer
  } catch (error) {
    if (error instanceof Problem) throw error
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw new Problem(isLate ? mapProblems.timedOut : mapProblems.failed)
  }
}

/** Seven digits are a centimetre. */
const written = (degrees: number): string => degrees.toFixed(6)

function found(address: string, adcode: string) {
  if (adcode === '') throw new Problem(mapProblems.failed)
  return { address, adcode }
}

const isTencents = (answer: unknown) => inside(answer, 'status') === 0
const isAmaps = (answer: unknown) => inside(answer, 'status') === '1'

const tencent = (source: Source): Provider => ({
  async suggest(keyword) {
    const answer = await ask(source, {
      path: '/ws/place/v1/suggestion',
      query: { keyword },
      isGood: isTencents,
    })
    return listOf(inside(answer, 'data')).map((tip) => ({
      name: textOf(inside(tip, 'title')),
      address: textOf(inside(tip, 'address')),
      adcode: textOf(inside(tip, 'adcode')),
      ...wgs84Of({
        longitude: Number(inside(tip, 'location', 'lng')),
        latitude: Number(inside(tip, 'location', 'lat')),
      }),
    }))
  },
  async reverse(place) {
    const { longitude, latitude } = gcj02Of(place)
    const location = `${written(latitude)},${written(longitude)}`
    const answer = await ask(source, { path: '/ws/geocoder/v1/', query: { location }, isGood: isTencents })
    return found(
      textOf(inside(answer, 'result', 'address')),
      textOf(inside(answer, 'result', 'ad_info', 'adcode')),
    )
  },
})

const amap = (source: Source): Provider => ({
  async suggest(keywords) {
    const answer = await ask(source, {
      path: '/v3/assistant/inputtips',
      query: { keywords },
      isGood: isAmaps,
    })
    return listOf(inside(answer, 'tips')).flatMap((tip) => {
      const [longitude = Number.NaN, latitude = Number.NaN] = textOf(inside(tip, 'location'))
        .split(',')
        .map(Number)
      if (Number.isNaN(latitude)) return []
      const address = textOf(inside(tip, 'district')) + textOf(inside(tip, 'address'))
      const place = { name: textOf(inside(tip, 'name')), address, adcode: textOf(inside(tip, 'adcode')) }
      return [{ ...place, ...wgs84Of({ longitude, latitude }) }]
    })
  },
  async reverse(place) {
    const { longitude, latitude } = gcj02Of(place)
    const location = `${written(longitude)},${written(latitude)}`
    const answer = await ask(source, { path: '/v3/geocode/regeo', query: { location }, isGood: isAmaps })
    return found(
      textOf(inside(answer, 'regeocode', 'formatted_address')),
      textOf(inside(answer, 'regeocode', 'addressComponent', 'adcode')),
    )
  },
})

export const providerOf = (source: Source): Provider =>
  source.name === 'tencent' ? tencent(source) : amap(source)
