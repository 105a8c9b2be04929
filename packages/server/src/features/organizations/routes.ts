import { type organizations, organizationProblems } from '@wattkeeper/contracts/api/organizations'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import {
  insertOrganization,
  listOrganizations,
  organizationChoices,
  organizationTree,
  renameOrganization,
} from './queries.ts'

export const handlers: Handlers<typeof organizations> = {
  list: (filter, { db }) => listOrganizations(db, filter),
  create: (organization, { db, caller }) =>
    unlessTaken(
      insertOrganization(db, organization, caller.userName),
      new Problem(organizationProblems.codeTaken, { code: organization.code }),
    ),
  async rename({ id, name }, { db, caller }) {
    const isThere = await renameOrganization(db, { id, name }, caller.userName)
    return isThere ? null : fail(organizationProblems.notFound)
  },
  choices: (_, { db }) => organizationChoices(db),
  tree: (_, { db }) => organizationTree(db),
}
