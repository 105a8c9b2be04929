import { type dictionaryEntries, dictionaryProblems } from '@wattkeeper/contracts/api/dictionary'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import * as queries from './admin-queries.ts'
import { isFixed, refuseInUse, refuseWrongFields, valuesOf } from './admin-rules.ts'

/** Whoever keeps the catalogue of alarms in memory reads it again before the next device message. */
const tell = (afterCommit: AfterCommit, { bus }: Services) =>
  afterCommit(() => bus.announce('catalogueChanged', {}))

async function requireFree(
  db: Db,
  { type, code }: { readonly type: string; readonly code: string },
  id?: number,
): Promise<void> {
  if (!(await queries.hasEntry(db, { type: 'SEMAPHORE_TYPE', code: type })))
    fail(dictionaryProblems.unknownType, { type })
  if (await queries.hasEntry(db, { type, code, exceptId: id }))
    fail(dictionaryProblems.codeTaken, { type, code })
}

export const handlers: Handlers<typeof dictionaryEntries> = {
  async list(filter, { db, language }) {
    const { rows, total } = await queries.entryPage(db, filter, language)
    return { rows: rows.map((row) => ({ ...row, isFixed: isFixed(row) })), total }
  },

  async create(entry, { db, language, services, afterCommit }) {
    refuseWrongFields(entry, language)
    await requireFree(db, entry)
    const id = await queries.insertEntry(db, valuesOf(entry))
    tell(afterCommit, services)
    return { id }
  },

  async update(entry, { db, language, services, afterCommit }) {
    const { id, version } = entry
    const found = await queries.lockEntry(db, id)
    const stored = requireCurrent(found, version, dictionaryProblems.notFound)
    refuseWrongFields(entry, language, stored.code)
    if (entry.type !== stored.type || entry.code !== stored.code) {
      await refuseInUse(db, stored, language)
      await requireFree(db, entry, id)
    }
    await queries.updateEntry(db, id, valuesOf(entry, stored))
    tell(afterCommit, services)
    return null
  },

  async remove({ id }, { db, language, services, afterCommit }) {
    const stored = await queries.lockEntry(db, id)
    if (!stored) return fail(dictionaryProblems.notFound)
    await refuseInUse(db, stored, language)
    await queries.deleteEntry(db, id)
    tell(afterCommit, services)
    return null
  },
}
