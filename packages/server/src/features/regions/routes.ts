import type { regions } from '@wattkeeper/contracts/api/reference'
import type { Handlers } from '../../context.ts'
import { allRegions } from './queries.ts'
import { treeOf } from './rules.ts'

export const handlers: Handlers<typeof regions> = {
  tree: async (_, { db, language }) => treeOf(await allRegions(db, language)),
}
