import { type DeviceWithSecret, deviceProblems, devices } from '@wattkeeper/contracts/api/devices'
import { type FieldError, type Language, Problem, fail, say, words } from '@wattkeeper/contracts/kit'
import { buffer } from 'node:stream/consumers'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../../context.ts'
import { readSheet } from '../../platform/excel/index.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { createValidation } from '../../platform/http/validation.ts'
import { newCredential } from './credentials.ts'
import { type ImportField, importColumns, importFields } from './import-columns.ts'
import { type Known, readKnown, resolveRow } from './import-rows.ts'
import { type DeviceValues, insertDevices } from './queries.ts'

const mostRows = 20_000
/** So many rows are looked at, or inserted, before others have their turn. */
const portion = 500
/** A person corrects a few and tries again; a file that is wrong throughout would fill the answer. */
const mostErrors = 1_000

/** What a line of the file says, by field. */
export interface SheetRow {
  readonly number: number
  readonly texts: Partial<Record<ImportField, string>>
}

type Write = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Every device of the file or none; the answer is the only one that knows the new secrets. */
export async function importDevices(
  file: UploadedFile,
  write: Write,
  language: Language,
): Promise<{ devices: DeviceWithSecret[] }> {
  const rows = await readRows(await buffer(file.stream))
  if (rows.length === 0) fail(deviceProblems.emptyFile)
  return write(async (db) => {
    const known = await readKnown(db, rows)
    const { placed, errors } = await check(rows, known, language)
    const { devices: inserted, taken } = await insertAll(db, placed)
    for (const { number, code } of taken) {
      errors.push({
        path: `rows.${number}.code`,
        message: say(deviceProblems.codeTaken.words, language, { code }),
      })
    }
    refuseWrong(errors)
    return { devices: inserted }
  })
}

function refuseWrong(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const count = new Set(errors.map(({ path }) => path.split('.')[1])).size
  throw new Problem(deviceProblems.importRows, { count }, errors.slice(0, mostErrors))
}

/** The lines below the headers. Headers may stand in any order and in either language. */
async function readRows(bytes: Buffer): Promise<SheetRow[]> {
  let places: Map<ImportField, number> | undefined
  const rows: SheetRow[] = []
  try {
    for await (const { number, cells } of readSheet(bytes)) {
      if (!places) {
        places = placesOf(cells)
        continue
      }
      if (rows.length === mostRows) fail(deviceProblems.tooManyRows, { max: mostRows })
      const texts: SheetRow['texts'] = {}
      for (const [field, place] of places) texts[field] = cells[place] ?? ''
      rows.push({ number, texts })
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    return fail(deviceProblems.unreadableFile)
  }
  return rows
}

function placesOf(headers: readonly string[]): Map<ImportField, number> {
  const places = new Map<ImportField, number>()
  for (const field of importFields) {
    const { header, isRequired } = importColumns[field]
    const place = headers.findIndex((text) => text === header.zh || text === header.en)
    if (place >= 0) places.set(field, place)
    else if (isRequired) fail(deviceProblems.unreadableFile)
  }
  return places
}

interface Placed {
  readonly number: number
  readonly device: DeviceValues
}

const twice = words('设备编码 {code} 与第 {number} 行重复', 'The device code {code} is also in row {number}')
// The rows obey what the form obeys: one rule, one text. No field of a device is an instant.
const checkDevice = createValidation('UTC')(devices.create)

async function check(rows: readonly SheetRow[], known: Known, language: Language) {
  const placed: Placed[] = []
  const errors: FieldError[] = []
  const numbers = new Map<string, number>()
  for (const [at, { number, texts }] of rows.entries()) {
    if (at % portion === 0) await breathe()
    const { input, device, errors: unknown } = resolveRow(texts, known, language)
    const named = new Set(unknown.map(({ path }) => path))
    const wrong = [...unknown, ...checkDevice(input, language).filter(({ path }) => !named.has(path))]
    const code = texts.code ?? ''
    const before = numbers.get(code)
    if (code !== '' && before !== undefined)
      wrong.push({ path: 'code', message: say(twice, language, { code, number: before }) })
    numbers.set(code, before ?? number)
    for (const { path, message } of wrong) errors.push({ path: `rows.${number}.${path}`, message })
    if (wrong.length === 0 && device) placed.push({ number, device })
  }
  return { placed, errors }
}

async function insertAll(db: Db, placed: readonly Placed[]) {
  const made: DeviceWithSecret[] = []
  const taken: { number: number; code: string }[] = []
  for (let from = 0; from < placed.length; from += portion) {
    const some = placed.slice(from, from + portion)
    const given = some.map(({ number, device }) => ({ number, device: { ...device, ...newCredential() } }))
    const ids = await insertDevices(
      db,
      given.map(({ device }) => device),
    )
    for (const { number, device } of given) {
      const { code, secret } = device
      const id = ids.get(code)
      if (id === undefined) taken.push({ number, code })
      else made.push({ id, code, secret })
    }
  }
  return { devices: made, taken }
}
