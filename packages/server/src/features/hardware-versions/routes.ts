import {
  type hardwareVersions,
  hardwareVersionProblems as problems,
} from '@wattkeeper/contracts/api/hardware-versions'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import * as queries from './queries.ts'

export const handlers: Handlers<typeof hardwareVersions> = {
  list: (filter, { db, language }) => queries.pageOfVersions(db, filter, language),

  async create({ equipType, equipModelId, partType, versionName, versionCode, versionNote }, { db, caller }) {
    const place = { equipTypeId: equipType, equipModelId, partType }
    const { hasType, hasModel, hasPart } = await queries.lookUp(db, place)
    if (!hasType) fail(problems.unknownType)
    if (!hasModel) fail(problems.unknownModel)
    if (!hasPart) fail(problems.unknownPart)
    const row = { ...place, versionName, versionCode, versionNote: versionNote ?? '' }
    const taken = new Problem(problems.taken, { version: `${versionName} / ${versionCode}` })
    return unlessTaken(queries.insertVersion(db, { ...row, createdByName: caller.userName }), taken)
  },

  async remove({ id }, { db }) {
    const stored = (await queries.lockVersion(db, id)) ?? fail(problems.notFound)
    if (await queries.isNeeded(db, id, stored)) fail(problems.inUse, { code: stored.versionCode })
    await queries.deleteVersion(db, id)
    return null
  },
}
