import { type TargetSelection, mostTargetCodes, rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { conditionsOf, criteriaOf } from '../devices/index.ts'
import { everywhere } from '../regions/index.ts'

/** Codes joined by commas, as people paste them: spaces and lines around them, twice the same. */
export function codesOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/[\s,，]+/).filter((code) => code !== ''))]
}

/** Nobody means the whole fleet by saying nothing. */
function isEmpty({ code, regionCode, ...rest }: TargetSelection): boolean {
  const isPlaced = regionCode !== undefined && regionCode !== '' && regionCode !== everywhere
  const isNarrowed = Object.values(rest).some((value) => !Array.isArray(value) || value.length > 0)
  return codesOf(code).length === 0 && !isPlaced && !isNarrowed
}

/**
 * The condition on `d` (devices) that a selection stands for, checked: 422 for an empty one, and for codes that name no
 * device in the caller's scope.
 */
export async function conditionOf(db: Db, selection: TargetSelection): Promise<RawBuilder<unknown>> {
  if (isEmpty(selection)) fail(rolloutProblems.emptySelection)
  const { code, ...rest } = selection
  const codes = codesOf(code)
  if (codes.length > mostTargetCodes) fail(rolloutProblems.tooManyCodes, { most: mostTargetCodes })
  const unknown = await unknownCodes(db, codes)
  if (unknown.length > 0) throw unknownProblem(unknown)
  const criteria = await criteriaOf(db, rest)
  if (!criteria) return sql`false`
  const byCode = codes.length > 0 ? sql`d.code = any(${codes}::text[])` : sql`true`
  return sql`${byCode} and ${conditionsOf(criteria)}`
}

async function unknownCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select asked.code from unnest(${codes}::text[]) with ordinality as asked (code, place)
    where not exists (select from devices d where d.code = asked.code) order by place`.execute(db)
  return rows.map(({ code }) => code)
}

/** So many are named in one sentence; the errors name them all. */
const mostNamed = 20

function unknownProblem(codes: readonly string[]): Problem {
  const some = codes.slice(0, mostNamed).join(', ')
  const all = codes.length > mostNamed ? `${some} … (${codes.length})` : some
  return new Problem(
    rolloutProblems.unknownCodes,
    { codes: all },
    codes.map((code) => ({ path: 'queryParam.code', message: code })),
  )
}
