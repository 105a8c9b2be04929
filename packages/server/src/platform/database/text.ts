import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import { sqlState } from './database.ts'

/** A pattern for `like` that finds the text anywhere; wildcards within it are letters. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A row's name in the reader's language: every table calls the columns `name` and `name_en`. */
export const nameIn = (language: Language, table: string): RawBuilder<string> =>
  language === 'en'
    ? sql`coalesce(${sql.ref(`${table}.name_en`)}, ${sql.ref(`${table}.name`)})`
    : sql.ref(`${table}.name`)

/** Answers what `work` does; where it would make a second row with the same unique value, throws `problem` instead. */
export async function unlessTaken<T>(work: Promise<T>, problem: Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw sqlState(error) === '23505' ? problem : error
  }
}
