import { catalogueUsers, deviceTypeProblems, firstOwnId } from '@wattkeeper/contracts/api/device-types'
import { type Language, Problem, type ProblemKind, fail, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { sqlState } from '../../platform/database/database.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import type { Uses } from './admin-queries.ts'
import { lockBoard, lockType, unknownParts } from './edit-queries.ts'

export const isBuiltIn = (id: number): boolean => id < firstOwnId

export interface Stored {
  readonly id: number
  readonly name: string
  readonly nameEn: string | null
  readonly version: number
}

/** The row that a save with an id is about, if it may be changed. */
export function requireEditable<T extends Stored>(
  found: T | undefined,
  version: number | undefined,
  missing: ProblemKind,
): T {
  const stored = requireCurrent(found, version, missing)
  if (isBuiltIn(stored.id)) fail(deviceTypeProblems.builtIn, { name: stored.name })
  return stored
}

/** The English name goes with the name it translates. */
export function englishName(
  given: string | null | undefined,
  name: string,
  stored: { readonly name: string; readonly nameEn: string | null } | undefined,
): string | null {
  if (given !== undefined) return given || null
  return stored?.name === name ? stored.nameEn : null
}

/** Refuses while somebody refers to it, and says who. */
export function refuseInUse(name: string, uses: Uses | undefined, language: Language): void {
  const found = (['devices', 'models', 'parts', 'boards', 'faults'] as const)
    .filter((who) => (uses?.[who] ?? 0) > 0)
    .map((who) => say(catalogueUsers[who], language, { count: uses?.[who] ?? 0 }))
  if (found.length > 0)
    fail(deviceTypeProblems.inUse, { name, by: found.join(language === 'zh' ? '、' : ', ') })
}

/** Deletes; a reference that nobody has counted still holds. */
export async function unlessReferred<T>(name: string, language: Language, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (sqlState(error) !== '23503') throw error
    throw new Problem(deviceTypeProblems.inUse, { name, by: say(catalogueUsers.others, language) })
  }
}

export async function requireType(db: Db, id: number): Promise<void> {
  if (!(await lockType(db, id))) fail(deviceTypeProblems.unknownType)
}

export async function requireParts(db: Db, equipTypeId: number, codes: readonly string[]): Promise<void> {
  const [code] = await unknownParts(db, equipTypeId, codes)
  if (code !== undefined) fail(deviceTypeProblems.unknownPart, { code })
}

/** The board exists and carries this part of this device type. */
export async function requireBoard(
  db: Db,
  pcbId: number | null,
  { equipTypeId, partType }: { readonly equipTypeId: number; readonly partType: string },
): Promise<void> {
  if (pcbId === null) return
  const board = await lockBoard(db, pcbId)
  if (board?.equipTypeId !== equipTypeId || board.partType !== partType) fail(deviceTypeProblems.unknownBoard)
}
