import { readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'

/** What no rule can derive: usual English spellings, unusual readings, and the regions outside the package. */
interface HandChecked {
  english: Record<string, string>
  pinyin: Record<string, string>
  syllables: Record<string, string>
  peoples: Record<string, string>
  specialRegions: [code: string, parentCode: string, name: string, nameEn: string][]
  europe: string
  unitedStates: Record<string, [name: string, nameEn: string]>
}

export const handChecked: HandChecked = JSON.parse(
  readFileSync(new URL('region-names.json', import.meta.url), 'utf8'),
)

const kinds: [suffix: string, english: string][] = [
  ['自治县', ' Autonomous County'],
  ['自治旗', ' Autonomous Banner'],
  ['矿区', ' Mining District'],
  ['区', ' District'],
  ['县', ' County'],
  ['旗', ' Banner'],
  ['市', ''],
]

/** The English name of a Chinese region: `朝阳区` → `Chaoyang District`, `西安市` → `Xi'an`. */
export function englishName(code: string, name: string): string {
  const known = handChecked.english[code]
  if (known !== undefined) return known
  const kind = kinds.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length)
  if (!kind) throw new Error(`No English name for ${code} ${name}: add it to region-names.json`)
  const [suffix, english] = kind
  const stem = name.slice(0, -suffix.length)
  if (suffix.startsWith('自治') || stem.endsWith('族')) return autonomous(stem) + english
  // One syllable alone reads badly: 单县 is Shanxian County, 东区 is Dongqu District.
  return romanize(stem.length === 1 ? name : stem) + english
}

function autonomous(stem: string): string {
  const found: { people: string; at: number }[] = []
  let place = stem
  for (const [zh, people] of Object.entries(handChecked.peoples)) {
    // The place comes first and is never empty: 东乡族自治县 is the Dongxiang county of the Dongxiang.
    const at = stem.indexOf(zh, 1)
    if (at < 1 || found.some((other) => other.people === people)) continue
    found.push({ people, at })
    place = stem.slice(0, Math.min(place.length, at))
  }
  found.sort((one, other) => one.at - other.at)
  const names = found.map((each) => each.people)
  const last = names.pop()
  if (last === undefined) return romanize(stem)
  return `${romanize(place)} ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

function romanize(chinese: string): string {
  const known = handChecked.pinyin[chinese]
  if (known !== undefined) return known
  const syllables = pinyin(chinese, { toneType: 'none', type: 'array' })
  const joined = syllables.map((syllable, index) => {
    const character = Array.from(chinese)[index]
    const said = (character === undefined ? undefined : handChecked.syllables[character]) ?? syllable
    return index > 0 && /^[aoe]/.test(said) ? `'${said}` : said
  })
  const word = joined.join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
