import type { Environment, Reader } from './environment.ts'

/** What maps use beside the boundaries that come with the product. */
export interface MapSources {
  readonly tiles:
    { readonly url: string; readonly attribution: string; readonly datum: 'wgs84' | 'gcj02' } | undefined
  readonly provider:
    | {
        readonly name: 'tencent' | 'amap'
        readonly key: string
        readonly url: string
        /** An answer that takes longer is none. */
        readonly longestMs: number
      }
    | undefined
}

export const noMapSources: MapSources = { tiles: undefined, provider: undefined }

const providers = ['tencent', 'amap'] as const
const datums = ['wgs84', 'gcj02'] as const
/** The specification's. */
const longestMs = 90_000
const addresses = { tencent: 'https://apis.map.qq.com', amap: 'https://restapi.amap.com' }

export function readMapSources(reader: Reader): MapSources {
  return { tiles: readTiles(reader), provider: readProvider(reader) }
}

function readTiles(reader: Reader): MapSources['tiles'] {
  const url = reader.text('MAP_TILES_URL')
  const attribution = reader.text('MAP_TILES_ATTRIBUTION')
  const datum = reader.oneOf('MAP_TILES_DATUM', datums) ?? 'wgs84'
  if (url === undefined) return undefined
  if (!/^https?:\/\//.test(url) || !['{x}', '{y}', '{z}'].every((part) => url.includes(part)))
    reader.problem('MAP_TILES_URL must be an address such as https://tiles.example.com/{z}/{x}/{y}.png.')
  if (attribution === undefined)
    reader.problem(
      'MAP_TILES_ATTRIBUTION must say whose tiles MAP_TILES_URL shows: they are shown with that name.',
    )
  return { url, attribution: attribution ?? '', datum }
}

function readProvider(reader: Reader): MapSources['provider'] {
  const name = reader.oneOf('MAP_PROVIDER', providers)
  const key = reader.text('MAP_KEY')
  const url = reader.text('MAP_PROVIDER_URL')
  if (name === undefined) return undefined
  if (key === undefined) reader.problem('MAP_KEY must hold the key for MAP_PROVIDER.')
  if (url !== undefined && !URL.canParse(url)) reader.problem('MAP_PROVIDER_URL must be an address.')
  return { name, key: key ?? '', url: url ?? addresses[name], longestMs }
}

/** What `readMapSources` reads again in a child process. */
export function mapEnvironment({ tiles, provider }: MapSources): Environment {
  return {
    ...(tiles && {
      MAP_TILES_URL: tiles.url,
      MAP_TILES_ATTRIBUTION: tiles.attribution,
      MAP_TILES_DATUM: tiles.datum,
    }),
    ...(provider && { MAP_PROVIDER: provider.name, MAP_KEY: provider.key, MAP_PROVIDER_URL: provider.url }),
  }
}

/** Where the browser may load pictures from. */
export function imageOrigins({ tiles }: MapSources): readonly string[] {
  if (!tiles) return []
  // {s} stands for one of several hosts
  return [new URL(tiles.url.replaceAll('{s}', '*')).origin]
}
