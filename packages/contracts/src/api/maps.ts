import { type Static, Type, measure, nullable, get, options, problems, routes } from '../kit/index.ts'

const coordinates = {
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
}

/** What the map is drawn with beside the boundaries that come with the console. */
export const MapSettings = Type.Object({
  /** A tile server that an operator has configured. */
  tiles: nullable(
    Type.Object({ url: Type.String(), attribution: Type.String(), datum: options('wgs84', 'gcj02') }),
  ),
  /** Who answers where an address lies; offline: our own gazetteer. */
  provider: options('offline', 'tencent', 'amap'),
})
export type MapSettings = Static<typeof MapSettings>

export const SuggestedPlace = Type.Object({
  name: Type.String(),
  address: Type.String(),
  adcode: Type.String(),
  ...coordinates,
})
export type SuggestedPlace = Static<typeof SuggestedPlace>

export const FoundAddress = Type.Object({
  address: Type.String(),
  adcode: Type.String(),
  /** The region of ours that the adcode, or the nearest above it, names. */
  regionCode: nullable(Type.String()),
})
export type FoundAddress = Static<typeof FoundAddress>

/** Places in WGS-84, whatever a provider speaks. */
export const maps = routes('maps', {
  settings: get('/api/map/settings', { access: 'signedIn', output: MapSettings }),
  suggest: measure('/api/map/suggest', {
    access: 'devices.read',
    input: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Type.Array(SuggestedPlace),
  }),
  reverse: measure('/api/map/reverse', {
    access: 'devices.read',
    input: Type.Object(coordinates),
    output: FoundAddress,
  }),
})

export const mapProblems = problems('maps', {
  nowhere: [404, '地图服务请求错误！', 'The map service knows no place there'],
  failed: [503, '地图服务请求错误！', 'The map service answered with an error'],
  timedOut: [503, '地图服务请求超时！', 'The map service did not answer in time'],
})
