import {
  type EntryChange,
  type NewEntry,
  alarmWords,
  codeWords,
  dictionaryProblems,
  entryUsers,
  maxCodeLength,
} from '@wattkeeper/contracts/api/dictionary'
import { type FieldError, type Language, Problem, commonProblems, fail, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { type EntryValues, usesOf } from './admin-queries.ts'

/** Lists whose codes the program itself reads. */
const fixedTypes = new Set([
  ...['SEMAPHORE_TYPE', 'ALARM_ANALYSIS_TYPE', 'ALARM_LEVEL', 'IS_ONLINE', 'EQUIP_STATUS'],
  ...['UPGRADE_STATUS', 'UPGRADE_LEVEL', 'COMMAND_RESULT', 'OPERATION_SOURCE'],
])
/** Types that the program reads entries of; other entries of SEMAPHORE_TYPE are people's own. */
const fixedKinds = new Set([...fixedTypes, 'ALARM', 'PARAM', 'USER_TYPE'])

interface Known {
  readonly type: string
  readonly code: string
  readonly extra: unknown
}

/** Whether the program reads this entry by its code. `extra` says how it enters a parameter. */
export function isFixed({ type, code, extra }: Known): boolean {
  if (type === 'SEMAPHORE_TYPE') return fixedKinds.has(code)
  return fixedTypes.has(type) || (type === 'PARAM' && extra !== null)
}

/** What a schema cannot say: an ALARM needs its level and analysis, a code eight characters at most. */
export function refuseWrongFields(
  entry: NewEntry | EntryChange,
  language: Language,
  storedCode?: string,
): void {
  const errors: FieldError[] = []
  const wrong = (path: string, message: string) => errors.push({ path, message })
  if (entry.code.length > maxCodeLength && entry.code !== storedCode)
    wrong('code', say(codeWords.max, language))
  if (entry.type === 'ALARM') {
    for (const path of ['alarmLevel', 'analysisType'] as const)
      if (entry[path] === undefined || entry[path] === null) wrong(path, say(alarmWords[path], language))
  }
  if (errors.length > 0) throw new Problem(commonProblems.invalid, {}, errors)
}

/** Only an ALARM keeps level and analysis. */
export function valuesOf(
  entry: NewEntry | EntryChange,
  stored?: { readonly name: string; readonly nameEn: string | null },
): EntryValues {
  const { type, code, name, nameEn, note, alarmLevel, analysisType } = entry
  const isAlarm = type === 'ALARM'
  const kept = stored?.name === name ? stored.nameEn : null
  return {
    type,
    code,
    name,
    nameEn: nameEn === undefined ? kept : nameEn || null,
    note,
    alarmLevel: isAlarm ? (alarmLevel ?? null) : null,
    analysisType: isAlarm ? (analysisType ?? null) : null,
  }
}

/** Refuses to take a code away from whoever uses it, and says who that is. */
export async function refuseInUse(
  db: Db,
  stored: Known & { readonly name: string },
  language: Language,
): Promise<void> {
  const { name, type, code } = stored
  if (isFixed(stored)) fail(dictionaryProblems.fixed, { name })
  const uses = await usesOf(db, type, code)
  for (const who of ['alarms', 'faults', 'users', 'entries'] as const) {
    const count = uses[who]
    if (count > 0) fail(dictionaryProblems.inUse, { name, count, by: say(entryUsers[who], language) })
  }
}
