import { type Advert, adverts } from '@wattkeeper/contracts/api/adverts'
import { devices } from '@wattkeeper/contracts/api/devices'
import type { Command } from '@wattkeeper/contracts/link'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { newFileKey, openFolderStore } from './platform/files/index.ts'
import { type ObedientDevice, obedientDevice } from './testing/obedient-device.ts'
import {
  type Ask,
  type Product,
  callerOf,
  makeOperator,
  startProduct,
  stayOnline,
} from './testing/product.ts'

// The whole product as `npm start` runs it: om is killed while an advertisement goes out, and while it is withdrawn.

const PATIENCE_MS = 180_000
/** Long enough that every screen plays it, however slow the machine. */
const PLAYS_MS = 25_000
const poll = { timeout: 100_000, interval: 200 }

/** Bytes as an upload leaves them. */
async function keptAnnex({ dataDir, query }: Product): Promise<string> {
  const key = newFileKey()
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(10_000, 1)])
  const store = openFolderStore({ folder: join(dataDir, 'files'), reserved: 0 })
  const { size, md5, sha256 } = await store.write(key, Readable.from([png]), { maxBytes: 1e6 })
  await query(
    `insert into stored_files (key, organization_id, size, md5, sha256, expires_at)
     values ($1, 1, $2, $3, $4, now() + interval '1 day')`,
    [key, size, md5, sha256],
  )
  return `adverts/${key}.png`
}

async function makeCabinets(ask: Ask, { mqtt }: Product): Promise<ObedientDevice[]> {
  const operatorId = await makeOperator(ask)
  const cabinets: ObedientDevice[] = []
  for (const code of ['SCREEN1', 'SCREEN2', 'SCREEN3']) {
    const cabinet = { code, equipTypeId: 3, equipModelId: 31, operatorId }
    const known = await ask<{ id: number; code: string; secret: string }>(devices.create, cabinet)
    cabinets.push(obedientDevice(known, mqtt))
  }
  return cabinets
}

const isAdvert = (command: Command): command is Extract<Command, { kind: 'advert' }> =>
  command.kind === 'advert'
/** The lists that a screen has taken over, one after the other. */
const played = ({ acted }: ObedientDevice) =>
  acted.filter(isAdvert).map((command) => command.adverts.map(({ name }) => name))

test(
  'an advertisement is withdrawn at its end although om is killed, also from a screen that was away',
  async () => {
    const product = await startProduct()
    const ask = await callerOf(product)
    const annexUrl = await keptAnnex(product)
    const cabinets = await makeCabinets(ask, product)
    const there = { isOver: false }
    const absent = { isOver: false }
    const living = cabinets.map((cabinet, at) => stayOnline(cabinet, at === 2 ? absent : there))
    const adEndTime = new Date(Date.now() + PLAYS_MS).toISOString()
    await ask(adverts.create, { adName: '促销', annexUrl, fileMame: 'a.png', adEndTime })
    await product.kill('om')
    const shown = async () => {
      const [advert] = await ask<Advert[]>(adverts.list, { pageNum: 1, pageSize: 10 })
      return advert && { state: advert.state, on: advert.screensOn, of: advert.screens }
    }
    await expect.poll(shown, poll).toEqual({ state: 'playing', on: 3, of: 3 })
    absent.isOver = true
    await living[2]
    await expect.poll(() => Date.parse(adEndTime) - Date.now(), poll).toBeLessThan(300)
    await product.kill('om')
    await expect.poll(shown, poll).toEqual({ state: 'over', on: 1, of: 3 })
    await product.kill('om')
    living.push(...cabinets.slice(2).map((cabinet) => stayOnline(cabinet, there)))
    await expect.poll(shown, poll).toEqual({ state: 'over', on: 0, of: 3 })
    expect(cabinets.map(played)).toEqual([
      [['促销'], []],
      [['促销'], []],
      [['促销'], []],
    ])
    there.isOver = true
    await Promise.all(living)
  },
  PATIENCE_MS,
)
