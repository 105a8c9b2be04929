import { operatorProblems, type operators } from '@wattkeeper/contracts/api/organizations'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import { isManufacturer } from '../organizations/index.ts'
import {
  countDevicesOf,
  deleteOperator,
  insertOperator,
  listOperators,
  lockOperator,
  operatorChoices,
  updateOperator,
} from './queries.ts'

const taken = (code: string) => new Problem(operatorProblems.codeTaken, { code })

export const handlers: Handlers<typeof operators> = {
  list: (filter, { db }) => listOperators(db, filter),

  async create(operator, { db, caller }) {
    if (!(await isManufacturer(db, operator.organizationId))) fail(operatorProblems.unknownManufacturer)
    return unlessTaken(insertOperator(db, operator, caller.userName), taken(operator.code))
  },

  async update(change, { db, caller }) {
    requireCurrent(await lockOperator(db, change.id), change.version, operatorProblems.notFound)
    await unlessTaken(updateOperator(db, change, caller.userName), taken(change.code))
    return null
  },

  async remove({ id }, { db }) {
    const { name } = (await lockOperator(db, id)) ?? fail(operatorProblems.notFound)
    const count = await countDevicesOf(db, id)
    if (count > 0) fail(operatorProblems.hasDevices, { name, count })
    await deleteOperator(db, id)
    return null
  },

  choices: ({ organId }, { db }) => operatorChoices(db, organId),
}
