import { commands } from '@wattkeeper/contracts/api/commands'
import type { CommandRow } from '@wattkeeper/contracts/api/commands'
import { devices } from '@wattkeeper/contracts/api/devices'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ObedientDevice, obedientDevice } from './testing/obedient-device.ts'
import {
  type Ask,
  type Product,
  callerOf,
  makeOperator,
  startProduct,
  stayOnline,
} from './testing/product.ts'

// The whole product as `npm start` runs it, killed again and again while commands are on their way.

const DEVICES = 10
const COMMANDS_A_DEVICE = 20
const KILLS = 7
const boards = ['sc', 'andersen', 'bms', 'pcs', 'mppt'] as const
/** Everything has an end within this: the last answer that was lost is asked for again after 10 s. */
const PATIENCE_MS = 180_000

async function makeDevices(ask: Ask, { mqtt }: Product): Promise<ObedientDevice[]> {
  const operatorId = await makeOperator(ask)
  const created = Array.from({ length: DEVICES }, (_, n) =>
    ask<{ id: number; code: string; secret: string }>(devices.create, {
      ...{ code: `CRASH${n}`, equipTypeId: 1, equipModelId: 11, operatorId },
    }),
  )
  return (await Promise.all(created)).map((known) => {
    const device = obedientDevice(known, mqtt)
    // Time enough to be killed in between.
    device.before = () => wait(Math.random() * 300)
    return device
  })
}

/** Kills om, report and the database, one after the other, each at a moment that nobody chose. */
async function havoc({ kill }: Product): Promise<void> {
  for (let n = 0; n < KILLS; n++) {
    await wait(800 + Math.random() * 1_500)
    await kill(n % 4 === 3 ? 'postgres' : n % 2 === 0 ? 'report' : 'om')
  }
}

test(
  'whatever is killed, no command is lost, none is acted on twice, and each comes to an end',
  async () => {
    const product = await startProduct()
    const ask = await callerOf(product)
    const fleet = await makeDevices(ask, product)
    const state = { isOver: false }
    const living = fleet.map((device) => stayOnline(device, state))
    const given = new Map<number, number[]>()
    const order = async ({ id }: ObedientDevice) => {
      const ids: number[] = []
      given.set(id, ids)
      for (let n = 0; n < COMMANDS_A_DEVICE; n++) {
        const type = boards[n % boards.length]
        const value = Math.floor(n / boards.length) % 2
        ids.push((await ask<{ commandId: number }>(commands.setting, { equipId: id, type, value })).commandId)
        await wait(Math.random() * 600)
      }
    }
    await Promise.all([havoc(product), ...fleet.map(order)])
    for (;;) {
      const open = await product
        .query<{ n: number }>(`select count(*)::int as n from commands where state <> 'done'`)
        .catch(() => undefined)
      if (open?.rows[0]?.n === 0) break
      await wait(200)
    }
    const logs = await Promise.all(
      fleet.map(({ id }) => ask<CommandRow[]>(commands.log, { equipId: id, pageNum: 1, pageSize: 500 })),
    )
    state.isOver = true
    await Promise.all(living)
    expect(logs.flat().filter(({ retryCount }) => retryCount > 0)).not.toEqual([])
    for (const [n, device] of fleet.entries()) check(device, logs[n] ?? [], given.get(device.id) ?? [])
  },
  PATIENCE_MS,
)

function check(device: ObedientDevice, log: readonly CommandRow[], given: readonly number[]): void {
  const sorted = log.toSorted((a, b) => a.id - b.id)
  expect(sorted.map(({ id }) => id)).toEqual(given.toSorted((a, b) => a - b))
  const acted = device.acted.map(({ id }) => id)
  expect(new Set(acted).size).toBe(acted.length)
  // What the log says is what happened, in the order in which it was asked for.
  const confirmed = sorted.filter(({ result }) => result === 1).map(({ commandCode }) => commandCode)
  expect(acted.filter((id) => confirmed.includes(id))).toEqual(confirmed)
  for (const { result, reason, commandCode, attempts } of sorted) {
    expect([1, 0, -1]).toContain(result)
    if (result === -1)
      expect({ reason, attempts, acted: acted.includes(commandCode) }).toEqual({
        reason: 'superseded',
        attempts: [],
        acted: false,
      })
  }
}
