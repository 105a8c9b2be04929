import { devices } from '@wattkeeper/contracts/api/devices'
import { modelUpgrades } from '@wattkeeper/contracts/api/model-upgrades'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FirmwareFiles, firmwareFiles } from '../../testing/firmware-files.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
let files: FirmwareFiles
let operatorId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  files = firmwareFiles(server, admin)
  const maker = await admin.call(organizations.create, { name: '厂商', code: 'RATE' })
  const operator = { name: '运营商', code: 'RATE', organizationId: maker.id }
  operatorId = (await admin.call(operators.create, operator)).id
})
afterAll(() => server.stop())

const [model, otherModel] = [11, 12]
let made = 0
async function device(equipModelId: number, version: string): Promise<void> {
  const code = `RATE${(made += 1)}`
  const { id } = await admin.call(devices.create, { code, operatorId, equipTypeId: 1, equipModelId })
  await query(
    server.urls.system,
    `insert into device_parts (device_id, part_type, addr_id, curr_sw_version, reported_at)
    values ($1, 'bms', 0, $2, now()), ($1, 'sc', 0, '1.0', now())`,
    [id, version],
  )
}

test('the rate of a model says how many boards run the newest release, and what the others run', async () => {
  await files.save({ version: '2.0' })
  await files.save({ version: '3.0', isRelease: false })
  for (const version of ['1.9', '2.0', '2.0.0', '2.1', '1.10']) await device(model, version)
  await device(otherModel, '1.0')
  expect(await admin.call(modelUpgrades.rate, { equipModelId: model })).toEqual([
    {
      ...{
        partType: 'sc',
        partTypeName: '显示控制板',
        newestSwVersion: null,
        total: 5,
        upgraded: 0,
        rate: null,
      },
      versions: [{ version: '1.0', count: 5 }],
    },
    {
      ...{
        partType: 'bms',
        partTypeName: '电池管理板',
        newestSwVersion: '2.0',
        total: 5,
        upgraded: 3,
        rate: 0.6,
      },
      versions: ['2.1', '2.0', '2.0.0', '1.10', '1.9'].map((version) => ({ version, count: 1 })),
    },
  ])
  expect(await admin.call(modelUpgrades.rate, { equipModelId: 21 })).toEqual([])
  expect(await admin.ask(modelUpgrades.rate, { equipModelId: 999 })).toMatchObject({ code: 404 })
})

test('the remote upgrade of a model is a task for its devices, and for no others', async () => {
  const softwareVersionId = await files.save({ version: '4.0' })
  const answer = await admin.ask(modelUpgrades.remote, { equipModelId: model, softwareVersionId })
  expect(answer).toMatchObject({ code: 200, message: '升级任务已创建' })
  const { rows } = await admin.call(upgradeTasks.list, { type: 'SCHEDULE' })
  expect(rows).toMatchObject([{ softwareVersionId, version: '4.0', partType: 'bms', total: 5 }])
  expect(rows[0]?.upgradeRule.filter).toEqual({ equipModelIds: [model] })
  const refusals = [
    [{ equipModelId: 21, softwareVersionId }, 422],
    [{ equipModelId: 999, softwareVersionId }, 404],
    [{ equipModelId: model, softwareVersionId: 999 }, 422],
    [{ equipModelId: model }, 422],
  ] as const
  for (const [input, code] of refusals)
    expect(await admin.ask(modelUpgrades.remote, input)).toMatchObject({ code })
})
