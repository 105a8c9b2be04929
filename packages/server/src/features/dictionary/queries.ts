import type { Language } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

/** The entries of these types, or of all, in the order in which they were laid. */
export async function entriesOf(db: Db, language: Language, types?: readonly string[]) {
  if (types?.length === 0) return []
  return db
    .selectFrom('dictionary')
    .select(['type', 'code', nameIn(language, 'dictionary').as('label')])
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('type')
    .orderBy('id')
    .execute()
}
