import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { devices } from '@wattkeeper/contracts/api/devices'
import { type RolloutDetail, type RolloutTarget, rollouts } from '@wattkeeper/contracts/api/rollouts'
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
import { until } from './testing/simulated-fleet.ts'

// Batches of settings on the whole product, while its processes are killed.

const CABINETS = 24
const GROUP = 4
const PATIENCE_MS = 240_000

interface Scene {
  readonly product: Product
  readonly ask: Ask
  readonly cabinets: readonly ObedientDevice[]
}

async function makeCabinets(ask: Ask, { mqtt }: Product): Promise<ObedientDevice[]> {
  const traits = { equipTypeId: 3, equipModelId: 31, operatorId: await makeOperator(ask) }
  const created = Array.from({ length: CABINETS }, (_, n) =>
    ask<{ id: number; code: string; secret: string }>(devices.create, { code: `ROLL${n}`, ...traits }),
  )
  return (await Promise.all(created)).map((known) => {
    const device = obedientDevice(known, mqtt)
    device.before = async (command) => {
      await wait(Math.random() * 200)
      const taken = command.kind === 'param' ? command.paramList : []
      await device.say('info', {
        ts: Date.now(),
        params: Object.fromEntries(taken.map(({ id, value }) => [id, value])),
      })
    }
    return device
  })
}

async function begin({ ask, cabinets }: Scene, upgradeCount: number, value: number): Promise<number> {
  const { id } = await ask<{ id: number }>(batchSettings.create, {
    // A command that dies with a process has failed, and that is not what is asked here.
    paramSetRule: { upgradeCount, interval: 3, failureThreshold: 1 },
    entitys: [{ id: '02121005', value }],
    queryParam: { code: cabinets.map(({ code }) => code).join(',') },
  })
  return id
}

/** The interval passes at once, as often as it is asked. */
const letTimePass = ({ product }: Scene, id: number) =>
  product.query(`update rollouts set next_group_at = now() where id = $1`, [id]).catch(() => undefined)

const detailOf = ({ ask }: Scene, id: number) => ask<RolloutDetail>(rollouts.detail, { id })
const told = ({ counts }: RolloutDetail) => counts.sent + counts.success + counts.failed

test(
  'a pause holds within one turn; whatever is killed, nobody is told twice, nobody forgotten, and no group comes early',
  async () => {
    const product = await startProduct()
    const ask = await callerOf(product)
    const cabinets = await makeCabinets(ask, product)
    const scene = { product, ask, cabinets }
    const state = { isOver: false }
    const living = cabinets.map((device) => stayOnline(device, state))
    await until(
      async () => cabinets.filter(({ isOnline }) => isOnline).length,
      (online) => online === CABINETS,
    )
    await pauses(scene)
    await survivesKills(scene)
    state.isOver = true
    await Promise.all(living)
  },
  PATIENCE_MS,
)

async function pauses(scene: Scene): Promise<void> {
  const { ask, product } = scene
  const id = await begin(scene, 1, 80)
  for (let round = 0; round < 2; round++) {
    const before = told(await detailOf(scene, id))
    await until(
      async () => {
        await letTimePass(scene, id)
        return told(await detailOf(scene, id))
      },
      (now) => now > before,
    )
    await ask(rollouts.pause, { id })
    const held = told(await detailOf(scene, id))
    // Also one that has just come back leaves it alone.
    if (round === 1) await product.kill('om')
    for (let n = 0; n < 25; n++) {
      await letTimePass(scene, id)
      await wait(100)
    }
    expect(told(await detailOf(scene, id))).toBe(held)
    await ask(rollouts.resume, { id })
  }
  await ask(rollouts.cancel, { id })
  await until(
    () => detailOf(scene, id),
    ({ counts }) => counts.sent === 0,
  )
}

async function survivesKills(scene: Scene): Promise<void> {
  const { ask, product, cabinets } = scene
  const before = new Map(cabinets.map(({ code, acted }) => [code, acted.length]))
  const id = await begin(scene, GROUP, 90)
  // The first group goes out at once; whatever dies, the second is three minutes away.
  await until(
    () => detailOf(scene, id),
    (detail) => told(detail) > 0,
  )
  for (let n = 0; n < 2; n++) {
    await product.kill('om')
    await wait(1_500)
    expect(told(await detailOf(scene, id))).toBe(GROUP)
  }
  // Time passes as fast as it can, and everything is killed in between.
  const havoc = (async () => {
    for (const victim of ['om', 'report', 'om', 'postgres', 'om'] as const) {
      await wait(600 + Math.random() * 1_200)
      await product.kill(victim)
    }
  })()
  await until(
    async () => {
      await letTimePass(scene, id)
      await wait(150)
      return detailOf(scene, id)
    },
    ({ state }) => state !== 'running',
    PATIENCE_MS / 2,
  )
  await havoc
  const { state, counts } = await detailOf(scene, id)
  expect(state).toBe('completed')
  expect(counts.success + counts.failed).toBe(CABINETS)
  const targets = await ask<RolloutTarget[]>(rollouts.targets, { id, pageNum: 1, pageSize: 500 })
  for (const group of Map.groupBy(targets, ({ groupNumber }) => groupNumber).values())
    expect(group.length).toBeLessThanOrEqual(GROUP)
  for (const { code, acted } of cabinets) {
    const target = targets.find((each) => each.code === code)
    expect(target?.attempts).toBe(1)
    const times = acted.length - (before.get(code) ?? 0)
    expect(times).toBeLessThanOrEqual(1)
    if (target?.state === 'success') expect(times).toBe(1)
  }
  const { rows } = await product.query(
    `select device_id from commands where kind = 'param' and created_at > (select created_at from rollouts where id = $1)
     group by device_id having count(*) <> 1`,
    [id],
  )
  expect(rows).toEqual([])
}
