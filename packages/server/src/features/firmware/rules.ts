import {
  type NewSoftwareVersion,
  type ReadableField,
  type ReleaseNotes,
  mostNoteCharacters,
  noteLanguages,
  noteRule,
  noteTooLong,
} from '@wattkeeper/contracts/api/firmware'
import { firmwareFields, firmwareProblems, firmwareUsers } from '@wattkeeper/contracts/api/firmware-problems'
import { type FieldError, type Language, fail, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { invalid } from '../../platform/http/envelope.ts'
import type { Contents } from './formats/index.ts'
import { type Board, findBoard, hasHardware } from './queries.ts'

/** The four release notes out of their JSON text, each of them there. */
export function notesOf(remark: string, language: Language): ReleaseNotes {
  const given = objectIn(remark)
  const notes = noteLanguages.map((each) => [each, textIn(given, each)] as const)
  const errors = notes.flatMap(([each, note]): FieldError[] => {
    if (note === '') return [{ path: `remark.${each}`, message: noteRule[language] }]
    return note.length > mostNoteCharacters
      ? [{ path: `remark.${each}`, message: noteTooLong[language] }]
      : []
  })
  if (errors.length > 0) throw invalid(errors)
  const [zh, en, de, fr] = notes.map(([, note]) => note)
  return { zh: zh ?? '', en: en ?? '', de: de ?? '', fr: fr ?? '' }
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

// A lone surrogate or a NUL is no text that the database could keep.
function textIn(given: object, name: string): string {
  const value: unknown = Reflect.get(given, name)
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : ''
}

/** What a person wants a version to be, once it has been checked against its file. */
export interface Settled {
  readonly board: Board
  readonly swVersion: string
  readonly isRelease: boolean
  readonly hwVersion: string | null
  readonly mcuNum: number | null
}

interface Means {
  readonly db: Db
  readonly language: Language
}

const numbersAndDots = /^[0-9]{1,9}(\.[0-9]{1,9}){0,5}$/

/** What the file says decides; what it does not say is as typed in. */
export async function settle(
  { db, language }: Means,
  wanted: NewSoftwareVersion,
  contents: Contents,
): Promise<Settled> {
  const isRelease = wanted.isRelease ?? flagOf(wanted.fgRelease) ?? contents.isRelease ?? false
  const typed = { pcbCode: wanted.pcbCode, partType: wanted.partType, version: wanted.version, isRelease }
  for (const field of ['pcbCode', 'partType', 'version', 'isRelease'] as const) {
    const read = contents[field]
    if (read !== undefined && read !== typed[field]) failOn(field, language)
  }
  if (contents.version === undefined && !numbersAndDots.test(wanted.version))
    fail(firmwareProblems.wrongVersion)
  const board = await requireBoard({ db, language }, wanted)
  const hwVersion = wanted.hwVersion || null
  if (hwVersion !== null && !(await hasHardware(db, board, hwVersion)))
    fail(firmwareProblems.unknownHardware, { code: hwVersion })
  return { board, swVersion: wanted.version, isRelease, hwVersion, mcuNum: wanted.mcuNum ?? null }
}

const flagOf = (flag: 0 | 1 | null | undefined): boolean | undefined =>
  flag === null || flag === undefined ? undefined : flag === 1

const failOn = (field: ReadableField, language: Language): never =>
  fail(firmwareProblems.otherThanFile, { field: firmwareFields[field][language] })

async function requireBoard({ db, language }: Means, wanted: NewSoftwareVersion): Promise<Board> {
  const { pcbCode: code, partType, equipTypeId } = wanted
  const board = (await findBoard(db, code, language)) ?? fail(firmwareProblems.unknownBoard, { code })
  if (board.partType !== partType) fail(firmwareProblems.otherPart, { code, partType: board.partType })
  if (equipTypeId && equipTypeId !== board.equipTypeId) fail(firmwareProblems.otherType, { code })
  return board
}

/** Refuses while somebody rolls the version out, and says who. */
export function refuseInUse(
  uses: Readonly<Record<'rollouts' | 'upgrades', number>>,
  deed: 'delete' | 'change',
  language: Language,
): void {
  const by = (['rollouts', 'upgrades'] as const)
    .filter((who) => uses[who] > 0)
    .map((who) => say(firmwareUsers[who], language, { count: uses[who] }))
  if (by.length === 0) return
  fail(firmwareProblems.inUse, {
    deed: say(firmwareUsers[deed], language),
    by: by.join(language === 'zh' ? '、' : ', '),
  })
}
