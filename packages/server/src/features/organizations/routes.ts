import { type organizations, organizationProblems } from '@wattkeeper/contracts/api/organizations'
import { Problem } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import {
  insertOrganization,
  listOrganizations,
  lockOrganization,
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
  async rename({ id, name, version }, { db, caller }) {
    requireCurrent(await lockOrganization(db, id), version, organizationProblems.notFound)
    await renameOrganization(db, { id, name }, caller.userName)
    return null
  },
  choices: (_, { db }) => organizationChoices(db),
  tree: (_, { db }) => organizationTree(db),
}
