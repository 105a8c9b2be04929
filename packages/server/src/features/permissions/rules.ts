import { type UserAuthority, maxRegions, permissionProblems } from '@wattkeeper/contracts/api/permissions'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import type { ReachedUser } from '../users/index.ts'
import * as queries from './queries.ts'

/** What a wanted permission comes down to: ids and codes as text, no empty kinds, nothing twice. */
export function readAuthorities({ authorityEntities }: UserAuthority): queries.Authority[] {
  const types = authorityEntities.map(({ type }) => type)
  if (new Set(types).size < types.length) fail(permissionProblems.repeatedType)
  return authorityEntities
    .map(({ authorityType = null, type, value }) => ({
      authorityType,
      type,
      value: [...new Set(value.map(String))],
    }))
    .filter(({ value }) => value.length > 0)
}

/** At least one value, at most three regions. */
export function refuseWrongSize(authorities: readonly queries.Authority[]): void {
  if (authorities.length === 0) fail(permissionProblems.nothingChosen)
  const regions = authorities.find(({ type }) => type === 'R')?.value ?? []
  if (regions.length > maxRegions) fail(permissionProblems.tooManyRegions, { max: maxRegions })
}

/** Every value exists, within what the granter sees; operators are of the user's own manufacturer. */
export async function refuseUnknown(
  db: Db,
  user: ReachedUser,
  authorities: readonly queries.Authority[],
): Promise<void> {
  const { unknownOperator, otherManufacturer, unknownType, unknownRegion } = permissionProblems
  for (const { type, value } of authorities) {
    const known = await queries.knownValues(db, type, value)
    const owners = new Map(known.map(({ code, organizationId }) => [code, organizationId]))
    const stranger = value.find((each) => !owners.has(each))
    if (stranger !== undefined)
      fail({ O: unknownOperator, ET: unknownType, R: unknownRegion }[type], { value: stranger })
    const foreign = value.find((each) => type === 'O' && owners.get(each) !== user.organizationId)
    if (foreign !== undefined && !user.isPlatform) fail(otherManufacturer, { value: foreign })
  }
}
