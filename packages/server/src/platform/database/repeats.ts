import { Problem, commonProblems } from '@wattkeeper/contracts/kit'
import { type Kysely, type Transaction, sql } from 'kysely'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** A deed that its asker may send again: the same key means the same deed. */
export interface Repeatable {
  readonly key: string
  /** The same key with other input is a mistake, and refused. */
  readonly input: string
}

interface Row {
  inputHash: Buffer
  reply: Buffer | null
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Does the work once for its key, within the caller's transaction; a repeat gets the first answer. Two at the same time
 * wait for one another. Answers may hold secrets, so they are encrypted with the key itself, of which the table keeps
 * only the hash. Kept for a day.
 */
export async function once<Tables, T>(
  db: Transaction<Tables>,
  { key, input }: Repeatable,
  work: () => Promise<T>,
): Promise<T> {
  const id = hash(`id ${key}`)
  const inputHash = hash(input)
  const first = await sql`
    insert into repeats (id, input_hash) values (${id}, ${inputHash}) on conflict do nothing returning id`.execute(
    db,
  )
  if (first.rows.length > 0) {
    const result = await work()
    await sql`update repeats set reply = ${seal(key, JSON.stringify(result ?? null))} where id = ${id}`.execute(
      db,
    )
    return result
  }
  const { rows } = await sql<Row>`select input_hash, reply from repeats where id = ${id}`.execute(db)
  const [known] = rows
  if (!known?.reply) throw new Problem(commonProblems.conflict)
  if (!known.inputHash.equals(inputHash)) throw new Problem(commonProblems.keyReused)
  return JSON.parse(open(key, known.reply)) as T
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

const cipherKey = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'wattkeeper repeats', 32))

function seal(key: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, cipherKey(key), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

/** Forgets answers given before an instant. */
export async function forgetRepeats<Tables>(db: Kysely<Tables>, before: string): Promise<void> {
  await sql`delete from repeats where at < ${before}`.execute(db)
}
