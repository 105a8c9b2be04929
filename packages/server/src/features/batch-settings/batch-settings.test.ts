import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { turn } from '../rollouts/engine.ts'
import { paramsKind } from './params-kind.ts'
import { settle } from './ticks.ts'

let server: TestServer
let makers: Manufacturers
let staff: Person
beforeAll(async () => {
  server = await startTestServer()
  makers = await plantManufacturers(server)
  staff = await server.person()
})
afterAll(() => server.stop())
beforeEach(() =>
  makers.sql('delete from rollouts; delete from rollout_failures; delete from commands; delete from devices'),
)

const minute = 60_000
const rule = { upgradeCount: 2, interval: 3 }
const entitys = [{ id: '02121005', value: 90 }]

/** Cabinets, online unless said otherwise, by their codes. */
async function cabinets(count: number, isOnline: 0 | 1 = 1): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => makers.device(makers.ours, { typeId: 3, modelId: 31, isOnline })),
  )
  return made.map(({ code }) => code)
}

const create = (codes: readonly string[], change: object = {}) =>
  staff.call(batchSettings.create, {
    paramSetRule: rule,
    entitys,
    queryParam: { code: codes.join(',') },
    ...change,
  })

/** What om does every second. */
async function tick(): Promise<void> {
  await settle(server.services)
  await turn(server.services, [paramsKind])
}

/** Devices answer every command that waits: yes, read back; or what is said. */
const answer = (result: 1 | 0 = 1, reason: string | null = null) =>
  makers.sql(
    `update commands set state = 'done', result = $1, reason = $2, attempts = 1, sent_at = now(), back_at = now(), finished_at = now()
     where state <> 'done'`,
    [result, reason],
  )

async function countsOf(id: number) {
  return (await staff.call(rollouts.detail, { id })).counts
}

test('a batch tells so many devices every so many minutes, and is complete when all have proven it', async () => {
  const { id, total, skipped } = await create(await cabinets(5))
  expect([total, skipped]).toEqual([5, 0])
  await tick()
  expect(await countsOf(id)).toMatchObject({ sent: 2, waiting: 3 })
  await answer()
  await tick()
  expect(await countsOf(id)).toMatchObject({ success: 2, sent: 0, waiting: 3 })
  server.clock.advance(3 * minute)
  await tick()
  expect(await countsOf(id)).toMatchObject({ success: 2, sent: 2, waiting: 1 })
  server.clock.advance(3 * minute)
  await tick()
  await answer()
  await tick()
  await tick()
  const [row] = (await staff.call(batchSettings.list, {})).rows
  expect(row).toMatchObject({
    total: 5,
    success: 5,
    failed: 0,
    state: 'completed',
    param: '[{"id":"02121005","value":"90"}]',
  })
})

test('what is asked is checked before anything is written: codes, selection, parameters, count and interval', async () => {
  const [first = '', second = ''] = await cabinets(2)
  const ask = (change: object) =>
    staff.ask(batchSettings.create, { paramSetRule: rule, entitys, queryParam: { code: first }, ...change })
  expect(await ask({ queryParam: { code: `${first}, NOPE1,${second},NOPE2` } })).toMatchObject({
    code: 422,
    message: '设备编码不存在：NOPE1, NOPE2',
    data: { errors: [{ message: 'NOPE1' }, { message: 'NOPE2' }] },
  })
  for (const queryParam of [{}, { code: ' , ' }, { operatorIds: [] }, { regionCode: 'all' }])
    expect(await ask({ queryParam })).toMatchObject({ code: 422, message: '请输入设备编码或选择设备范围' })
  for (const upgradeCount of [0, 51, 1.5])
    expect((await ask({ paramSetRule: { upgradeCount, interval: 3 } })).message).toContain(
      '数量为1到50的整数',
    )
  for (const interval of [2, 61])
    expect((await ask({ paramSetRule: { upgradeCount: 1, interval } })).message).toContain(
      '间隔为3到60分钟的整数',
    )
  for (const [id, value] of [
    ['02121010', '123456'],
    ['02121010', '1234569'],
    ['02121011', 'nowhere'],
    ['02121001', 2],
    ['02121005', 101],
    ['02129999', 1],
  ] as const)
    expect(await ask({ entitys: [{ id, value }] })).toMatchObject({
      code: 422,
      data: { errors: [{ path: 'entitys.0.value' }] },
    })
  expect(await ask({ entitys: [] })).toMatchObject({ code: 422 })
  const { code: other } = await makers.device(makers.ours)
  expect(await ask({ queryParam: { code: other } })).toMatchObject({
    code: 422,
    message: '没有符合条件的设备',
  })
  expect((await staff.call(batchSettings.list, {})).total).toBe(0)
})

test('devices of other types are skipped, and say so', async () => {
  const [cabinet = ''] = await cabinets(1)
  const { code: other } = await makers.device(makers.ours)
  const { id, total, skipped } = await create([cabinet, other])
  expect([total, skipped]).toEqual([2, 1])
  const { rows } = await staff.call(batchSettings.log, { id, pageNum: 1, pageSize: 10 })
  expect(rows).toMatchObject([
    { code: cabinet, state: 'waiting', result: null, message: null },
    { code: other, state: 'skipped', message: '设备类型不支持' },
  ])
})

test('times without a zone are the platform’s, and the list is by date of creation', async () => {
  const codes = await cabinets(1)
  const paramSetRule = { ...rule, startTime: '2099-01-01 08:00:00', windowStart: '22:00', windowEnd: '06:00' }
  const { id } = await create(codes, { paramSetRule, remark: ' 夜间 ' })
  expect(await staff.call(rollouts.detail, { id })).toMatchObject({
    ...{ state: 'scheduled', startTime: '2099-01-01T00:00:00.000Z', remark: '夜间' },
    ...{ windowStart: '22:00', windowEnd: '06:00', failureThreshold: 0.2, deadlineHours: 24, version: 1 },
  })
  const list = async (startTime: string, endTime: string) =>
    (await staff.call(batchSettings.list, { startTime, endTime })).total
  const at = (days: number) => new Date(server.clock.now() + days * 86_400_000).toISOString()
  expect([await list(at(-1), at(1)), await list(at(1), at(2)), await list(at(-2), at(-1))]).toEqual([1, 0, 0])
  for (const half of [{ windowStart: '22:00' }, { windowStart: '22:00', windowEnd: '22:00' }])
    expect(
      (
        await staff.ask(batchSettings.create, {
          paramSetRule: { ...rule, ...half },
          entitys,
          queryParam: { code: codes.join() },
        })
      ).code,
    ).toBe(422)
})

test('before it is created it shows what it would touch', async () => {
  const codes = [...(await cabinets(2)), ...(await cabinets(1, 0))]
  const { code: other } = await makers.device(makers.ours)
  const selection = { code: [...codes, other].join('\n') }
  const preview = await staff.call(rollouts.preview, { kind: 'params', selection })
  expect(preview).toMatchObject({
    ...{ total: 4, eligible: 3, offline: 1, byVersion: [] },
    skipped: [{ reason: 'wrongType', label: '设备类型不支持', count: 1 }],
    byOperator: [{ count: 3 }],
    byModel: [{ count: 3 }],
  })
  expect(await staff.ask(rollouts.preview, { kind: 'params', selection: {} })).toMatchObject({ code: 422 })
})

test('the parameters that can be set are told with their rules', async () => {
  const params = await staff.call(batchSettings.params)
  expect(params.map(({ id }) => id)).toEqual(
    Array.from({ length: 11 }, (_, n) => `021210${String(n + 1).padStart(2, '0')}`),
  )
  expect(params.find(({ id }) => id === '02121010')).toMatchObject({ kind: 'digits' })
  expect(params.find(({ id }) => id === '02121010')?.slots).toHaveLength(7)
})
