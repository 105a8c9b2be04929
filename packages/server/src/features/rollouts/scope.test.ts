import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchFile, cellsOf } from '../../testing/files.ts'
import { type RolloutFleet, startRolloutFleet } from '../../testing/rollout-fleet.ts'
import type { Person } from '../../testing/server.ts'

let fleet: RolloutFleet
beforeAll(async () => {
  fleet = await startRolloutFleet()
})
afterAll(() => fleet.server.stop())
beforeEach(() => fleet.forget())

const [makerRole, viewerRole] = [3, 4]
const page = { pageNum: 1, pageSize: 50 }
const wanted = { paramSetRule: { upgradeCount: 2, interval: 3 }, entitys: [{ id: '02121005', value: 90 }] }

/** Every way in which somebody could reach a roll-out. */
async function reaches(person: Person, id: number): Promise<number[]> {
  const answers = [
    await person.ask(rollouts.detail, { id }),
    await person.ask(rollouts.targets, { id, ...page }),
    await person.ask(batchSettings.log, { id, ...page }),
    ...(await steers(person, id)),
  ]
  return answers.map(({ code }) => code)
}

async function steers(person: Person, id: number) {
  const routes = [rollouts.pause, rollouts.resume, rollouts.cancel, rollouts.retry, rollouts.undo]
  const thin = [batchSettings.pause, batchSettings.resume, batchSettings.cancel, batchSettings.retry]
  return Promise.all([...routes, ...thin].map((route) => person.ask(route, { id })))
}

test('a roll-out belongs to its creator’s manufacturer: nobody else sees it, steers it or meets its devices', async () => {
  const { ours, theirs } = fleet.makers
  const cabinets = await fleet.cabinets(3)
  const foreign = await fleet.cabinets(1, { of: theirs })
  const maker = await fleet.server.person({ organizationId: ours.organizationId, roleIds: [makerRole] })
  const stranger = await fleet.server.person({ organizationId: theirs.organizationId, roleIds: [makerRole] })
  const codes = cabinets.map(({ code }) => code)
  const { id } = await maker.call(batchSettings.create, { ...wanted, queryParam: { code: codes.join(',') } })
  expect(await reaches(stranger, id)).toEqual(Array(12).fill(404))
  expect(await stranger.call(rollouts.list, page)).toMatchObject({ total: 0 })
  expect(await stranger.call(batchSettings.list, page)).toMatchObject({ total: 0 })
  expect(await maker.call(batchSettings.list, page)).toMatchObject({ total: 1 })
  expect(await fleet.staff.call(rollouts.list, page)).toMatchObject({ total: 1 })
  // A filter of everything ends at one's own fleet; a foreign code is one that does not exist.
  const { total } = await maker.call(batchSettings.create, { ...wanted, queryParam: { equipTypeId: 3 } })
  expect(total).toBe(3)
  expect(
    await maker.ask(batchSettings.create, { ...wanted, queryParam: { code: foreign[0]?.code ?? '' } }),
  ).toMatchObject({ code: 422, message: `设备编码不存在：${foreign[0]?.code ?? ''}` })
  expect(await maker.call(rollouts.preview, { kind: 'params', selection: { equipTypeId: 3 } })).toMatchObject(
    { total: 3, eligible: 3 },
  )
})

test('whoever is narrowed looks at their own devices of it, and steers only what reaches no others', async () => {
  const { ours } = fleet.makers
  const [other] = await fleet.makers.sql<{ id: string }>(
    `insert into operators (organization_id, name, code) values ($1, '另一家', 'OTHER') returning id`,
    [ours.organizationId],
  )
  const mine = await fleet.cabinets(2)
  const others = await fleet.cabinets(2, { of: { ...ours, operatorId: Number(other?.id) } })
  const id = await fleet.create([...mine, ...others])
  const narrowed = await fleet.server.person({ narrowing: { O: [String(ours.operatorId)] } })
  expect(await narrowed.call(rollouts.detail, { id })).toMatchObject({ total: 2, isPartial: true })
  const { rows } = await narrowed.call(rollouts.targets, { id, ...page })
  expect(rows.map(({ code }) => code).sort()).toEqual(mine.map(({ code }) => code).sort())
  for (const { code } of await steers(narrowed, id)) expect(code).toBe(403)
  const { bytes } = await fetchFile(fleet.server.app, rollouts.exportTargets, {
    token: narrowed.token,
    input: { id },
  })
  expect(await cellsOf(bytes)).toHaveLength(3)
  const { id: own } = await narrowed.call(batchSettings.create, { ...wanted, queryParam: { equipTypeId: 3 } })
  expect(await narrowed.call(rollouts.detail, { id: own })).toMatchObject({ total: 2, isPartial: false })
  expect((await narrowed.ask(rollouts.pause, { id: own })).code).toBe(200)
})

test('who may only look can steer nothing, and who has no right to a kind does not meet it', async () => {
  const { organizationId } = fleet.makers.ours
  const id = await fleet.create(await fleet.cabinets(1))
  await fleet.makers.sql('update rollouts set organization_id = $2 where id = $1', [id, organizationId])
  const viewer = await fleet.server.person({ organizationId, roleIds: [viewerRole] })
  expect((await viewer.ask(rollouts.detail, { id })).code).toBe(200)
  for (const { code } of await steers(viewer, id)) expect(code).toBe(403)
  await fleet.makers.sql(`insert into roles (id, name, code) values (77, '只看进度', 'ONLY_PROGRESS')`)
  await fleet.makers.sql('insert into role_menus (role_id, menu_id) values (77, 342)')
  const other = await fleet.server.person({ organizationId, roleIds: [77] })
  expect((await other.ask(rollouts.detail, { id })).code).toBe(404)
  expect(await other.call(rollouts.list, page)).toMatchObject({ total: 0 })
})

test('the failed go into a workbook, in the reader’s language', async () => {
  const cabinets = await fleet.cabinets(2)
  const id = await fleet.create(cabinets)
  await fleet.tick()
  const [first, second] = cabinets
  await fleet.answer({ of: first ? [first] : [] })
  await fleet.answer({ result: 0, reason: 'noAnswer' })
  await fleet.tick(2)
  for (const [language, header, reason] of [
    ['zh', '设备编码', '设备无应答'],
    ['en', 'Device code', 'The device did not answer'],
  ]) {
    const url = `${batchSettings.exportFailed.path}?batchSetId=${id}`
    const headers = { authorization: fleet.staff.token, 'accept-language': language }
    const answer = await fleet.server.app.inject({ url, headers })
    const rows = await cellsOf(answer.rawPayload)
    expect(rows).toHaveLength(2)
    expect(rows[0]?.[0]).toBe(header)
    expect(rows[1]).toEqual(expect.arrayContaining([second?.code, reason]))
  }
})

test('targets are found by state, reason and part of a code, and so is the workbook of them', async () => {
  const cabinets = [...(await fleet.cabinets(2)), ...(await fleet.cabinets(2, { isOnline: 0 }))]
  // Room for one more than is online: whoever is away has had a turn, wherever the shuffle has put it.
  const id = await fleet.create(cabinets, { paramSetRule: { upgradeCount: 3, interval: 3 } })
  await fleet.tick()
  const find = async (filter: object) =>
    (await fleet.staff.call(rollouts.targets, { id, ...page, ...filter })).rows.map(({ code }) => code).sort()
  const codes = cabinets.map(({ code }) => code)
  expect(await find({ states: ['sent', 'waiting'] })).toEqual([...codes].sort())
  expect(await find({ states: ['waiting'] })).toEqual(codes.slice(2).sort())
  expect(await find({ reason: 'offline' })).toEqual(codes.slice(2).sort())
  expect(await find({ code: codes[0]?.toLowerCase() })).toEqual(codes.slice(0, 1))
  expect(await find({ states: ['failed'] })).toEqual([])
  const input = { id, states: ['waiting'] }
  const { bytes, name } = await fetchFile(fleet.server.app, rollouts.exportTargets, {
    ...{ token: fleet.staff.token, input, language: 'en' },
  })
  expect(name).toMatch(/^Targets_PS\d{14}_\d{14}\.xlsx$/)
  const rows = await cellsOf(bytes)
  expect(rows.slice(1).map((cells) => [cells[0], cells[3], cells[4]])).toEqual(
    expect.arrayContaining(codes.slice(2).map((code) => [code, 'Waiting', 'The device is offline'])),
  )
  const listed = async (filter: object) =>
    (await fleet.staff.call(rollouts.list, { ...page, ...filter })).total
  expect(await listed({ kind: 'params', states: ['running', 'paused'], keyword: 'ps2' })).toBe(1)
  expect([
    await listed({ kind: 'firmware' }),
    await listed({ states: ['canceled'] }),
    await listed({ keyword: '%' }),
  ]).toEqual([0, 0, 0])
})
