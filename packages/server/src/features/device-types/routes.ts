import type { deviceTypes } from '@wattkeeper/contracts/api/reference'
import type { Handlers } from '../../context.ts'
import { boardsOf, modelsOf, partsOf, typesOf } from './queries.ts'

export const handlers: Handlers<typeof deviceTypes> = {
  async all(_, { db, language }) {
    const types = await typesOf(db, language)
    const models = Map.groupBy(await modelsOf(db, language), ({ equipTypeId }) => equipTypeId)
    const parts = Map.groupBy(await partsOf(db, language), ({ equipTypeId }) => equipTypeId)
    return types.map((type) => ({
      ...type,
      equipModels: (models.get(type.id) ?? []).map(({ id, name }) => ({ id, name })),
      partTypes: (parts.get(type.id) ?? []).map(({ code, name }) => ({ code, name })),
    }))
  },
  models: ({ equipTypeId }, { db, language }) => modelsOf(db, language, equipTypeId),
  parts: ({ equipTypeId }, { db, language }) => partsOf(db, language, equipTypeId),
  boards: (_, { db, language }) => boardsOf(db, language),
}
