import type { UpgradeOrder } from '@wattkeeper/contracts/link'
import { topicOf } from '@wattkeeper/contracts/link'
import type { MqttClient } from 'mqtt'
import { Readable } from 'node:stream'
import { keepFile, storeFile } from '../features/device-files/index.ts'
import { type TestDevice, connectDevice, say } from './device-plane.ts'
import type { TestServer } from './server.ts'

export interface PlantedVersion {
  readonly typeId?: number
  readonly partType?: string
  readonly version?: string
  readonly isRelease?: boolean
  readonly isApproved?: boolean
  readonly hwVersion?: string
  readonly content?: string
}

/** A software version with its file, as if it had been uploaded and saved. */
export async function plantVersion({ services }: TestServer, traits: PlantedVersion = {}): Promise<number> {
  const { typeId = 1, partType = 'bms', version = '2.0', isRelease = true, isApproved = true } = traits
  const { hwVersion = null, content = `firmware ${partType} ${version}` } = traits
  const file = await storeFile(services, Readable.from([Buffer.from(content)]), {
    organizationId: 1,
    maxBytes: 1_000_000,
  })
  await keepFile(services, file.id)
  const db = services.database.system
  const board = await db
    .selectFrom('pcbs')
    .select('id')
    .where('equipTypeId', '=', typeId)
    .where('partType', '=', partType)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('softwareVersions')
    .values({
      ...{ pcbId: board.id, equipTypeId: typeId, partType, fileId: file.id, fileName: `${partType}.bin` },
      ...{
        format: 'raw',
        fileSize: file.size,
        md5: file.md5,
        sha256: file.sha256,
        signature: 'c2lnbmF0dXJl',
      },
      ...{ swVersion: version, isRelease, isAutoUpgrade: true, hwVersion, notes: JSON.stringify({}) },
      ...{ uploadedByName: '测试', approvedAt: isApproved ? new Date().toISOString() : null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Part = readonly [partType: string, version: string, addrId?: number]

/** A device that is upgraded a step at a time: a test says what it says. */
export interface UpgradingDevice extends TestDevice {
  /** Every order that came, the repeated ones too. */
  readonly heard: readonly UpgradeOrder[]
  connect(port?: number): Promise<void>
  cut(): Promise<void>
  info(...parts: Part[]): Promise<void>
  telemetry(): Promise<void>
  /** Says how far it is with the order that it heard last, or with another. */
  progress(
    status: 0 | 1 | 2,
    percent: number,
    other?: Partial<UpgradeOrder> & { message?: string },
  ): Promise<void>
  /** Everything that an honest device does. */
  install(): Promise<void>
}

export function upgradingDevice(known: TestDevice, port: number): UpgradingDevice {
  const heard: UpgradeOrder[] = []
  let client: MqttClient | undefined
  const speak = async (topic: Parameters<typeof say>[1], payload: unknown) => {
    if (!client) throw new Error('the device is not connected')
    await say(client, topic, payload)
  }
  const device: UpgradingDevice = {
    ...known,
    heard,
    async connect(at = port) {
      client = await connectDevice(at, known)
      client.on('error', () => undefined)
      client.on('message', (_, payload) => heard.push(JSON.parse(payload.toString()) as UpgradeOrder))
      await client.subscribeAsync(topicOf('upgrade', known.code), { qos: 1 })
    },
    async cut() {
      const going = client
      client = undefined
      going?.stream.destroy()
      await going?.endAsync(true)
    },
    info: (...parts) =>
      speak('info', {
        ts: Date.now(),
        parts: parts.map(([partType, currSwVersion, addrId = 0]) => ({ partType, currSwVersion, addrId })),
      }),
    telemetry: () => speak('telemetry', { ts: Date.now(), board: 'bms', values: { soc: 50 } }),
    progress(status, progPercent, other = {}) {
      const last = { ...heard.at(-1), ...other }
      const { id, partType, addrId, message } = { message: undefined, ...last }
      return speak('progress', { id, partType, addrId, status, progPercent, ...(message && { message }) })
    },
    async install() {
      const order = heard.at(-1)
      if (!order) throw new Error('nothing was ordered')
      await device.progress(0, 50)
      await device.progress(1, 100)
      await device.info([order.partType, order.version, order.addrId ?? 0])
      await device.telemetry()
    },
  }
  return device
}
