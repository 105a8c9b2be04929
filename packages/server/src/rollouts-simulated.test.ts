import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { devices as deviceRoutes } from '@wattkeeper/contracts/api/devices'
import { type RolloutTarget, rollouts } from '@wattkeeper/contracts/api/rollouts'
import { type UpgradeRule, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type SimulatedDevice,
  type SimulatedPlatform,
  startSimulatedPlatform,
  until,
} from './testing/simulated-fleet.ts'

// Roll-outs to the simulator's own processes, through the doors that people and devices use.

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
}, 60_000)
afterAll(() => platform.stop(), 30_000)

const timeout = 240_000
const minute = 60_000
const soak = 2 * minute + 1_000
const interval = 3
const codesOf = (devices: readonly SimulatedDevice[]) => devices.map(({ code }) => code).join(',')

async function task(devices: readonly SimulatedDevice[], versionId: number, rule: Partial<UpgradeRule> = {}) {
  const { id } = await platform.admin.call(upgradeTasks.create, {
    remark: '夜间升级',
    softwareVersionId: versionId,
    upgradeTime: new Date(platform.server.clock.now()).toISOString(),
    upgradeRule: { equipTypeId: 1, upgradeCount: 6, interval, filter: { code: codesOf(devices) }, ...rule },
  })
  return id
}

const detailOf = (id: number) => platform.admin.call(rollouts.detail, { id })
const targetsOf = async (id: number): Promise<RolloutTarget[]> =>
  (await platform.admin.call(rollouts.targets, { id, pageNum: 1, pageSize: 500 })).rows

async function later(ms: number): Promise<void> {
  platform.server.clock.advance(ms)
  await platform.tick()
}

/** While om has its seconds, until it is so. */
const whileTicking = <T>(read: () => Promise<T>, isThere: (answer: T) => boolean) =>
  until(
    async () => {
      await platform.tick()
      return read()
    },
    isThere,
    timeout / 2,
  )

interface Job {
  readonly code: string
  readonly state: string
  readonly reason: string | null
  readonly percent: number
  readonly isBack: boolean
  readonly isContradicted: boolean
  readonly isAlarmed: boolean
}

const jobsOf = (versionId: number) =>
  platform.ask<Job>(
    `select device_code as code, state, reason, prog_percent as percent, is_reported and heard_at is not null as "isBack",
       is_contradicted as "isContradicted",
       exists (select from alarms a where a.device_id = j.device_id and a.alarm_level = 1) as "isAlarmed"
     from upgrade_jobs j where version_id = $1`,
    [versionId],
  )

/** Everything that devices do by themselves is done: what is left is time. */
const isQuiet = (jobs: readonly Job[]) =>
  jobs.length > 0 && jobs.every(({ state, isBack }) => ['success', 'failed'].includes(state) || isBack)

test(
  'a version that fails on 30 % of the devices stops before it has hurt more than a group beyond its threshold',
  { timeout },
  async () => {
    const devices = await platform.simulate({
      ...{ devices: 30, kinds: 'portable', seed: 'third', upgradeTrouble: 'refuses:15,corrupts:15' },
    })
    const versionId = await platform.release('P-BMS-01', 'bms', '7.1')
    const id = await task(devices, versionId)
    for (let group = 1; group <= 5; group++) {
      await whileTicking(
        () => jobsOf(versionId),
        (jobs) => jobs.length >= 6 * group && isQuiet(jobs),
      )
      platform.server.clock.advance(soak)
      await whileTicking(
        () => detailOf(id),
        ({ counts, state }) => counts.sent === 0 || state === 'stopped',
      )
      await platform.tick()
      if ((await detailOf(id)).state !== 'running') break
      await later(interval * minute - soak)
    }
    const { state, stopReason, counts } = await detailOf(id)
    expect({ state, stopReason }).toEqual({ state: 'stopped', stopReason: 'threshold' })
    const told = counts.success + counts.failed + counts.sent
    expect(told).toBeLessThan(30)
    expect(counts.failed / (counts.success + counts.failed)).toBeGreaterThan(0.2)
    // Before the last group the share was still below: nothing more than that group was hurt.
    expect(counts.failed).toBeLessThanOrEqual(0.2 * (told - 6) + 6)
    for (let n = 0; n < 5; n++) await later(interval * minute)
    expect(await jobsOf(versionId)).toHaveLength(told)
    const reasons = (await jobsOf(versionId))
      .filter(({ state: now }) => now === 'failed')
      .map(({ reason }) => reason)
    expect(new Set(reasons)).toEqual(new Set(['deviceFailed']))
  },
)

test('whoever lies is caught: by the version, by silence, by an alarm', { timeout }, async () => {
  const simulate = (upgradeTrouble: string) =>
    platform.simulate({ devices: 2, kinds: 'portable', seed: `liars ${upgradeTrouble}`, upgradeTrouble })
  const [honest = [], liars = [], same = [], broken = [], gone = []] = await Promise.all(
    ['flaky', 'lies', 'old-version', 'alarm', 'never-back'].map(simulate),
  )
  const all = [...honest, ...liars, ...same, ...broken, ...gone]
  const versionId = await platform.release('P-BMS-01', 'bms', '7.2')
  const id = await task(all, versionId, { upgradeCount: 10, failureThreshold: 1 })
  const has = (devices: readonly SimulatedDevice[], code: string) =>
    devices.some((each) => each.code === code)
  await whileTicking(
    () => jobsOf(versionId),
    (jobs) =>
      jobs.length === all.length &&
      jobs.every(({ code, state, isBack, isContradicted, isAlarmed }) => {
        if (state === 'failed') return true
        if (has(honest, code)) return isBack
        if (has(broken, code)) return isBack && isAlarmed
        return has(same, code) ? isContradicted : state === 'proving'
      }),
  )
  platform.server.clock.advance(soak)
  await whileTicking(
    () => detailOf(id),
    ({ counts }) => counts.sent === liars.length + gone.length,
  )
  platform.server.clock.advance(10 * minute)
  const { counts } = await whileTicking(
    () => detailOf(id),
    ({ state }) => state === 'completed',
  )
  const reasons = new Map((await jobsOf(versionId)).map(({ code, reason }) => [code, reason]))
  const reasonsOf = (devices: readonly SimulatedDevice[]) =>
    new Set(devices.map(({ code }) => reasons.get(code)))
  expect(reasonsOf(honest)).toEqual(new Set([null]))
  expect(reasonsOf(liars)).toEqual(new Set(['notReturned']))
  expect(reasonsOf(gone)).toEqual(new Set(['notReturned']))
  expect(reasonsOf(same)).toEqual(new Set(['oldVersion']))
  expect(reasonsOf(broken)).toEqual(new Set(['alarmed']))
  expect(counts).toMatchObject({ success: honest.length, failed: all.length - honest.length })
})

test(
  'a cabinet that says yes and does not take the value has failed, and stops the batch',
  { timeout },
  async () => {
    const [honest, liars] = await Promise.all([
      platform.simulate({ devices: 3, kinds: 'cabinet', seed: 'takers' }),
      platform.simulate({ devices: 6, kinds: 'cabinet', seed: 'liars', commandTrouble: 'lie' }),
    ])
    const create = async (devices: readonly SimulatedDevice[]) => {
      const { id } = await platform.admin.call(batchSettings.create, {
        paramSetRule: { upgradeCount: 5, interval },
        entitys: [{ id: '02121005', value: 77 }],
        queryParam: { code: codesOf(devices) },
      })
      return whileTicking(
        () => detailOf(id),
        ({ state }) => state === 'completed' || state === 'stopped',
      )
    }
    expect(await create(honest)).toMatchObject({ state: 'completed', counts: { success: 3 } })
    const stopped = await create(liars)
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopReason: 'threshold',
      counts: { failed: 5, waiting: 1 },
    })
    expect((await targetsOf(stopped.id)).flatMap(({ reason }) => reason ?? [])).toEqual(
      Array.from({ length: 5 }, () => 'differs'),
    )
  },
)

test(
  'two tasks want the same devices, and one of these is deleted in the middle of its download',
  { timeout },
  async () => {
    const deleted = { seed: 'deleted', upgradeTrouble: 'breaks-off' }
    const [honest, [silent]] = await Promise.all([
      platform.simulate({ devices: 2, kinds: 'portable', seed: 'wanted' }),
      platform.simulate({ devices: 1, kinds: 'portable', ...deleted }),
    ])
    if (!silent) throw new Error('no device was made')
    const first = await platform.release('P-BMS-01', 'bms', '7.3')
    const second = await platform.release('P-BMS-01', 'bms', '7.4')
    const all = [...honest, silent]
    const [one, two] = [await task(all, first), await task(all, second)]
    await whileTicking(
      () => jobsOf(first),
      (jobs) =>
        jobs.length === 3 &&
        jobs.every(({ code, isBack, percent }) => isBack || (code === silent.code && percent >= 30)),
    )
    expect(await jobsOf(second)).toEqual([])
    for (const { state, reason } of await targetsOf(two)) {
      expect(state).toBe('waiting')
      // In the middle of its restart.
      expect(['busy', 'offline']).toContain(reason)
    }
    await platform.admin.call(deviceRoutes.remove, { id: silent.id })
    platform.server.clock.advance(soak)
    const { counts } = await whileTicking(
      () => detailOf(one),
      ({ state }) => state === 'completed',
    )
    expect(counts.success).toBe(2)
    const lost = (await targetsOf(one)).find(({ code }) => code === silent.code)
    expect(lost).toMatchObject({ reason: 'deviceDeleted' })
    await later(interval * minute)
    await whileTicking(
      () => jobsOf(second),
      (jobs) => jobs.length === 2 && isQuiet(jobs),
    )
    platform.server.clock.advance(soak)
    const end = await whileTicking(
      () => detailOf(two),
      ({ state }) => state === 'completed',
    )
    expect(end.counts.success).toBe(2)
    const versions = await platform.ask<{ version: string }>(
      `select curr_sw_version as version from device_parts where part_type = 'bms' and device_id = any($1)`,
      [honest.map(({ id }) => id)],
    )
    expect(versions).toEqual([{ version: '7.4' }, { version: '7.4' }])
  },
)
