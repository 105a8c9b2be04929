import { alarms } from '@wattkeeper/contracts/api/alarms'
import { devices } from '@wattkeeper/contracts/api/devices'
import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, startGateway } from '../../gateway.ts'
import { connectDevice, say } from '../../testing/device-plane.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let gateway: Gateway
let admin: Person
let device: MqttClient
let equipId: number

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startGateway({
    databaseUrl: server.urls.system,
    bus: server.services.bus,
    logger: pino({ level: 'silent' }),
    mqtt: { port: 0, address: '127.0.0.1' },
  })
  admin = await server.person()
  const { id: organizationId } = await admin.call(organizations.create, { name: '厂商', code: 'DICT' })
  const operator = { name: '运营商', code: 'DICT', organizationId }
  const { id: operatorId } = await admin.call(operators.create, operator)
  const place = { equipTypeId: 1, equipModelId: 11, operatorId }
  const made = await admin.call(devices.create, { code: 'DICT0001', ...place })
  equipId = made.id
  device = await connectDevice(gateway.port, made)
})
afterAll(async () => {
  await device.endAsync(true)
  await gateway.stop()
  await server.stop()
})

const report = (code: string, value: number) =>
  say(device, 'alarms', { ts: Date.now(), values: { [code]: value } })
const shown = async (code: string) => {
  const { rows } = await admin.call(alarms.ofDevice, { equipId, pageNum: 1, pageSize: 50 })
  return rows
    .filter(({ semaphoreCode }) => semaphoreCode === code)
    .map(({ semaphoreName, value, level }) => ({ semaphoreName, value, level }))
    .sort((a, b) => a.value - b.value)
}
const entry = (code: string, name: string) =>
  ({ type: 'ALARM', code, name, note: '现场新增', alarmLevel: 1, analysisType: 'BIT' }) as const

test('a new entry of type ALARM reads the next message of a device', async () => {
  await admin.call(dictionaryEntries.create, entry('9900', '水泵'))
  await report('9900', 5)
  expect(await shown('9900')).toEqual([
    { semaphoreName: '水泵', value: 1, level: 1 },
    { semaphoreName: '水泵', value: 4, level: 1 },
  ])
})

test('an entry that comes after its alarm reads the next message too, though it says the same', async () => {
  await report('9901', 5)
  expect(await shown('9901')).toMatchObject([{ value: 5, level: null }])
  await admin.call(dictionaryEntries.create, entry('9901', '油泵'))
  await report('9901', 5)
  expect(await shown('9901')).toEqual([
    { semaphoreName: '油泵', value: 1, level: 1 },
    { semaphoreName: '油泵', value: 4, level: 1 },
  ])
})

test('an entry that is changed reads the next message anew, and its alarms close with it', async () => {
  const pump = { ...entry('9902', '气泵'), analysisType: 'VALUE' } as const
  const { id } = await admin.call(dictionaryEntries.create, pump)
  await report('9902', 3)
  await admin.call(dictionaryEntries.update, { ...pump, id, alarmLevel: 3 })
  expect(await shown('9902')).toEqual([{ semaphoreName: '气泵', value: 3, level: 3 }])
  await report('9902', 3)
  expect(await shown('9902')).toEqual([{ semaphoreName: '气泵', value: 3, level: 3 }])
  await admin.call(dictionaryEntries.update, { ...pump, id, analysisType: 'BIT' })
  await report('9902', 2)
  expect(await shown('9902')).toEqual([{ semaphoreName: '气泵', value: 2, level: 1 }])
  await report('9902', 0)
  expect(await shown('9902')).toEqual([])
})
