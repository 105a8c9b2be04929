import { deviceVersions } from '@wattkeeper/contracts/api/device-versions'
import { deviceTypeCatalogue as catalogue } from '@wattkeeper/contracts/api/device-types'
import { devices } from '@wattkeeper/contracts/api/devices'
import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFile } from '../../testing/files.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
let operatorId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  const maker = await admin.call(organizations.create, { name: '厂商', code: 'VERS' })
  const operator = { name: '运营商', code: 'VERS', organizationId: maker.id }
  operatorId = (await admin.call(operators.create, operator)).id
})
afterAll(() => server.stop())

const remark = JSON.stringify({ zh: '一', en: 'one', de: 'eins', fr: 'un' })
async function release(
  pcbCode: string,
  partType: string,
  version: string,
  more: object = {},
): Promise<number> {
  const bytes = Buffer.from(`${pcbCode} ${version} ${JSON.stringify(more)}`)
  const { data } = await sendFile(server.app, firmware.upload, {
    token: admin.token,
    bytes,
    name: `${version}.bin`,
  })
  const { filePath } = data as FirmwareUpload
  const wanted = { filePath, pcbCode, partType, version, isRelease: true, remark, ...more }
  return (await admin.call(firmware.create, wanted)).id
}

let made = 0
/** With the parts that it has reported: part type, address, version, hardware. */
async function device(
  traits: { readonly equipTypeId: number; readonly equipModelId: number },
  parts: readonly (readonly [string, number, string, string | null])[],
): Promise<number> {
  const code = `VER${(made += 1)}`
  const { id } = await admin.call(devices.create, { code, operatorId, ...traits })
  for (const part of parts)
    await query(
      server.urls.system,
      `insert into device_parts (device_id, part_type, addr_id, curr_sw_version, hw_version, reported_at)
      values ($1, $2, $3, $4, $5, '2026-11-20T08:00:00Z')`,
      [id, ...part],
    )
  return id
}

test('each part of a device stands with the newest release for it, reported or not', async () => {
  await release('P-WIFI-01', 'wifi', '1.9')
  const newest = await release('P-WIFI-01', 'wifi', '1.10')
  await release('P-WIFI-01', 'wifi', '2.0', { isRelease: false })
  await release('P-SC-01', 'sc', '1.2')
  const equipId = await device({ equipTypeId: 1, equipModelId: 11 }, [
    ['wifi', 0, '1.9.3', null],
    ['sc', 0, '1.2.0', null],
  ])
  const parts = await admin.call(deviceVersions.ofDevice, { equipId })
  expect(parts.map(({ partType }) => partType)).toEqual(['wifi', 'sc', 'bms', 'mppt', 'pcs'])
  expect(parts[0]).toEqual({
    ...{ partType: 'wifi', partTypeName: '无线通讯模块', addrId: 0, versionId: newest, fileName: '1.10.bin' },
    ...{ version: '1.10', isRelease: true, currSwVersion: '1.9.3', hwVersion: null },
    ...{ newestSwVersion: '1.10', canUpgrade: true },
  })
  expect(parts[1]).toMatchObject({ newestSwVersion: '1.2', canUpgrade: false })
  expect(parts[4]).toMatchObject({
    currSwVersion: null,
    newestSwVersion: null,
    versionId: null,
    canUpgrade: false,
  })
  const versions = await admin.call(deviceVersions.ofPart, { equipId, partType: 'wifi' })
  expect(
    versions.map(({ version, isRelease, newestSwVersion }) => [version, isRelease, newestSwVersion]),
  ).toEqual([
    ['2.0', false, '1.10'],
    ['1.10', true, '1.10'],
    ['1.9', true, '1.10'],
  ])
  expect(await admin.call(deviceVersions.ofPart, { equipId, partType: 'pcs' })).toEqual([])
})

test('a cabinet’s bays are units of their own', async () => {
  const [bin, version] = ['PART_TYPE_EC_BIN', '4.1']
  await release('C-BIN-01', bin, version)
  const equipId = await device({ equipTypeId: 3, equipModelId: 31 }, [
    [bin, 1, '4.0', null],
    [bin, 2, '4.1', null],
  ])
  const bins = (await admin.call(deviceVersions.ofDevice, { equipId })).filter(
    ({ partType }) => partType === bin,
  )
  expect(bins.map(({ addrId, canUpgrade }) => [addrId, canUpgrade])).toEqual([
    [1, true],
    [2, false],
  ])
  const second = await admin.call(deviceVersions.ofPart, { equipId, partType: bin, addrId: 2 })
  expect(second).toMatchObject([{ addrId: 2, currSwVersion: '4.1', version, canUpgrade: false }])
})

test('a model’s own board and the reported hardware decide which versions count', async () => {
  const board = { equipTypeId: 4, partType: 'bms', pcbName: '新板', applyTo: '全部' }
  const { id: pcbId } = await admin.call(catalogue.saveBoard, { ...board, pcbCode: 'B-BMS-02' })
  const { id: equipModelId } = await admin.call(catalogue.saveModel, { equipTypeId: 4, name: 'B9000' })
  await admin.call(catalogue.updateModelPart, { equipModelId, partType: 'bms', pcbId })
  const place = { equipType: 4, equipModelId, partType: 'bms' }
  await admin.call(hardwareVersions.create, { ...place, versionName: 'C', versionCode: 'C' })
  await release('B-BMS-01', 'bms', '9.0')
  await release('B-BMS-02', 'bms', '2.0')
  await release('B-BMS-02', 'bms', '2.5', { hwVersion: 'C' })
  const newestOf = async (model: number, hardware: string | null) => {
    const equipId = await device({ equipTypeId: 4, equipModelId: model }, [['bms', 0, '1.0', hardware]])
    return (await admin.call(deviceVersions.ofDevice, { equipId }))[0]?.newestSwVersion
  }
  expect(await newestOf(equipModelId, 'B')).toBe('2.0')
  expect(await newestOf(equipModelId, 'C')).toBe('2.5')
  expect(await newestOf(equipModelId, null)).toBe('2.0')
  expect(await newestOf(41, 'B')).toBe('9.0')
})

test('devices are listed by the filter of the device list, with what their parts run', async () => {
  await release('M-PCS-01', 'pcs', '3.3')
  const id = await device({ equipTypeId: 2, equipModelId: 21 }, [['pcs', 0, '3.2', 'A']])
  const { rows, total } = await admin.call(deviceVersions.list, { equipTypeId: 2 })
  expect(total).toBe(1)
  expect(rows).toEqual([
    {
      ...{ id, code: expect.any(String) as string, isOnline: 0, equipTypeId: 2, equipTypeName: '微逆储能' },
      ...{ equipModelId: 21, equipModelName: expect.any(String) as string, operatorName: '运营商' },
      parts: [
        {
          ...{ partType: 'pcs', partTypeName: '微型逆变板', addrId: 0, currSwVersion: '3.2', hwVersion: 'A' },
          ...{ newestSwVersion: '3.3', canUpgrade: true, reportedAt: '2026-11-20T08:00:00.000Z' },
        },
      ],
    },
  ])
  const { rows: english } = await server.as(admin.token, 'en').call(deviceVersions.list, { equipTypeId: 2 })
  expect(english[0]?.parts[0]?.partTypeName).toBe('Micro-inverter board')
  expect((await admin.call(deviceVersions.list, { regionCode: 'nowhere' })).total).toBe(0)
})

test('whoever does not see the device sees nothing of its parts', async () => {
  const equipId = await device({ equipTypeId: 2, equipModelId: 21 }, [['pcs', 0, '3.2', 'A']])
  const { id: organizationId } = await admin.call(organizations.create, { name: '别家', code: 'ELSE' })
  const stranger = await server.person({ organizationId })
  expect(await stranger.ask(deviceVersions.ofDevice, { equipId })).toMatchObject({ code: 404 })
  expect(await stranger.ask(deviceVersions.ofPart, { equipId, partType: 'pcs' })).toMatchObject({ code: 404 })
  expect((await stranger.call(deviceVersions.list, {})).total).toBe(0)
})
