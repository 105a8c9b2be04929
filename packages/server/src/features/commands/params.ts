import {
  type DeviceParam,
  type Setting,
  commandProblems,
  paramRules,
} from '@wattkeeper/contracts/api/commands'
import { type FieldError, type Language, Problem, type Words, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { type ParamEntry, paramEntries } from './queries.ts'

interface Labelled {
  readonly label: string
  readonly labelEn?: string
}

/** What the dictionary says of a parameter's values; every field may be missing from what people wrote. */
interface Extra {
  readonly kind?: DeviceParam['kind']
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly length?: number
  readonly options?: readonly (Labelled & { readonly value: string })[]
  readonly slots?: readonly Labelled[]
}

const isExtra = (extra: unknown): extra is Extra => typeof extra === 'object' && extra !== null
const extraOf = ({ extra }: ParamEntry): Extra => (isExtra(extra) ? extra : {})
const inLanguage = ({ label, labelEn }: Labelled, language: Language): string =>
  language === 'en' ? (labelEn ?? label) : label

/** A parameter as people meet it, without what the device says of it. */
export function describeParam(entry: ParamEntry, language: Language) {
  const { kind = 'text', unit = null, min = null, max = null, options = [], slots = [] } = extraOf(entry)
  return {
    id: entry.code,
    name: language === 'en' ? (entry.nameEn ?? entry.name) : entry.name,
    kind,
    unit,
    min,
    max,
    options: options.map((option) => ({ value: option.value, label: inLanguage(option, language) })),
    slots: slots.map((slot) => ({ label: inLanguage(slot, language) })),
  }
}

const mostPort = 65_535

function isEndpoint(value: string): boolean {
  const [, port] = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}:(\d{1,5})$/.exec(value) ?? []
  return port !== undefined && Number(port) >= 1 && Number(port) <= mostPort
}

/** Which rule a value breaks, with what the rule's words need. */
export function brokenRule(
  entry: ParamEntry,
  value: string,
): { readonly words: Words; readonly params: Readonly<Record<string, string | number>> } | undefined {
  const { kind = 'text', min, max, length = 7, options = [] } = extraOf(entry)
  const [least, most] = [min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER]
  const holds = {
    option: () => options.some((option) => option.value === value),
    integer: () => /^-?\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most,
    digits: () => value.length === length && /^[0-8]+$/.test(value),
    endpoint: () => isEndpoint(value),
    text: () => value !== '',
  }[kind]()
  if (holds) return undefined
  const values = options.map((option) => option.value).join(', ')
  return { words: paramRules[kind], params: { values, min: least, max: most, length } }
}

/** The dictionary's numbers travel as numbers; everything else, digits too, as text. */
function wireValue(entry: ParamEntry, value: string): string | number {
  const { kind } = extraOf(entry)
  const isNumber = kind === 'integer' || (kind === 'option' && /^(0|[1-9]\d{0,8})$/.test(value))
  return isNumber ? Number(value) : value
}

/**
 * Checks parameters against the dictionary; answers them as they travel. 422 names every one that is wrong, each at
 * `entitys.<place>.value`.
 */
export async function checkParams(
  db: Db,
  entitys: readonly Setting[],
  language: Language,
): Promise<Setting[]> {
  const entries = await paramEntries(
    db,
    entitys.map(({ id }) => id),
  )
  const known = new Map(entries.map((entry) => [entry.code, entry]))
  const seen = new Set<string>()
  const errors: FieldError[] = []
  const settings: Setting[] = []
  for (const [place, { id, value }] of entitys.entries()) {
    const wrong = (message: string) => errors.push({ path: `entitys.${place}.value`, message })
    const entry = known.get(id)
    const text = String(value).trim()
    const broken = entry && brokenRule(entry, text)
    if (seen.has(id)) wrong(say(commandProblems.paramTwice.words, language, { id }))
    else if (!entry) wrong(say(commandProblems.unknownParam.words, language, { id }))
    else if (broken) {
      const { name } = describeParam(entry, language)
      const rule = say(broken.words, language, broken.params)
      wrong(say(commandProblems.wrongParam.words, language, { name, rule }))
    } else settings.push({ id, value: wireValue(entry, text) })
    seen.add(id)
  }
  const [first] = errors
  if (first) throw new Problem(commandProblems.wrongParams, { first: first.message }, errors)
  return settings
}

/** How settings travel, for whoever has them as text. */
export async function paramWiring(db: Db): Promise<(settings: readonly Setting[]) => Setting[]> {
  const known = new Map((await paramEntries(db)).map((entry) => [entry.code, entry]))
  return (settings) =>
    settings.map(({ id, value }) => {
      const entry = known.get(id)
      return { id, value: entry ? wireValue(entry, String(value)) : value }
    })
}

/** Every parameter that can be set, as people meet it. */
export async function settableParams(db: Db, language: Language) {
  return (await paramEntries(db)).map((entry) => describeParam(entry, language))
}
