import { modelUpgradeProblems, type modelUpgrades } from '@wattkeeper/contracts/api/model-upgrades'
import { type Language, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import { taskHandlers } from '../upgrade-tasks/index.ts'
import * as queries from './queries.ts'

const requireModel = async (db: Db, id: number, language: Language) =>
  (await queries.findModel(db, id, language)) ?? fail(modelUpgradeProblems.unknownModel)

export const handlers: Handlers<typeof modelUpgrades> = {
  async remote({ equipModelId, softwareVersionId, remark }, context) {
    const { db, language, services } = context
    const model = await requireModel(db, equipModelId, language)
    const upgradeRule = { equipTypeId: model.equipTypeId, filter: { equipModelIds: [model.id] } }
    const upgradeTime = new Date(services.clock.now()).toISOString()
    const task = { remark: remark || model.name, softwareVersionId, upgradeRule, upgradeTime }
    return taskHandlers.create(task, context)
  },

  async rate({ equipModelId }, { db, language }) {
    return queries.ratesOf(db, await requireModel(db, equipModelId, language), language)
  },
}
