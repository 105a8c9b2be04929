import type { dictionary } from '@wattkeeper/contracts/api/reference'
import type { Handlers } from '../../context.ts'
import { entriesOf } from './queries.ts'
import { enumerationsOf } from './rules.ts'

export const handlers: Handlers<typeof dictionary> = {
  enumerations: async ({ types }, { db, language }) =>
    enumerationsOf(await entriesOf(db, language, types), types),
}
