import { type TargetSelection, mostTargetCodes, rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../context.ts'
import { criteriaOf } from '../devices/index.ts'
import { everywhere } from '../regions/index.ts'
import { selected, unknownCodes } from './selection-queries.ts'

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
  return selected(codes, await criteriaOf(db, rest))
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
