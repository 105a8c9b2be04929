import pg from 'pg'
import pino from 'pino'
import type { Facts } from '../facts.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { openBus } from '../platform/bus/bus.ts'
import { typeParsers } from '../platform/database/database.ts'
import { hashSecret } from '../platform/link/secret.ts'
import { type TestDevice, eventually } from './device-plane.ts'
import { type Manufacturer, type Manufacturers, plantManufacturers } from './manufacturers.ts'
import { type ObedientDevice, obedientDevice } from './obedient-device.ts'
import { type Person, type TestServer, startTestServer } from './server.ts'
import { type PlantedVersion, type UpgradingDevice, plantVersion, upgradingDevice } from './upgrades.ts'

/** Both planes on one database: people ask by HTTP, devices speak by MQTT, and one clock is moved for both. */
export interface OperatedFleet {
  readonly server: TestServer
  readonly gateway: Gateway
  readonly planted: Manufacturers
  /** Operates the devices of the first manufacturer. */
  readonly engineer: Person
  /** Moves the clock of both planes, until `backToNow`. */
  later(ms: number): void
  backToNow(): void
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** A device of a type (1 unless said otherwise), not yet connected. */
  device(traits?: { typeId?: number; of?: Manufacturer }): Promise<ObedientDevice>
  /** One that takes upgrades, not yet connected. */
  upgrading(traits?: { typeId?: number; of?: Manufacturer }): Promise<UpgradingDevice>
  /** One that is connected, and whose parts are known: `bms` 1.0 unless others are named. */
  online(...parts: Parameters<UpgradingDevice['info']>): Promise<UpgradingDevice>
  /** Plants a version that no board has yet, and says which it is. */
  version(traits?: PlantedVersion): Promise<number>
  /** The version planted last, as devices report it. */
  newest(): string
  stop(): Promise<void>
}

export async function startOperatedFleet(): Promise<OperatedFleet> {
  const server = await startTestServer()
  const planted = await plantManufacturers(server)
  const bus = await openBus<Facts>({ url: server.urls.system, onError: () => undefined })
  const gateway = await startGateway({
    databaseUrl: server.urls.system,
    bus,
    logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    mqtt: { port: 0, address: '127.0.0.1' },
    clock: server.clock,
    publicUrl: server.services.publicUrl,
  })
  const db = new pg.Pool({ connectionString: server.urls.system, max: 2, types: typeParsers })
  db.on('error', () => undefined)
  const made: { cut(): Promise<void> }[] = []
  const known = ({ typeId = 1, of = planted.ours } = {}) => plantKnown({ planted, db }, of, typeId)
  const fleet: OperatedFleet = {
    ...{ server, gateway, planted, ...moving(server), ...versions(server) },
    engineer: await server.person({ organizationId: planted.ours.organizationId, roleIds: [3] }),
    ask: async <Row>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as Row[],
    async device(traits) {
      const device = obedientDevice(await known(traits), gateway.port)
      made.push(device)
      return device
    },
    async upgrading(traits) {
      const device = upgradingDevice(await known(traits), gateway.port)
      made.push(device)
      return device
    },
    async online(...parts) {
      const device = await fleet.upgrading()
      await device.connect()
      const all = parts.length > 0 ? parts : [['bms', '1.0'] as const]
      await device.info(...all)
      await eventually(
        () => fleet.ask('select from device_parts where device_id = $1', [device.id]),
        (rows) => rows.length === all.length,
      )
      return device
    },
    async stop() {
      await Promise.all(made.map((device) => device.cut()))
      await gateway.stop()
      await bus.close()
      await db.end()
      await server.stop()
    },
  }
  return fleet
}

function moving({ clock }: TestServer): Pick<OperatedFleet, 'later' | 'backToNow'> {
  let ahead = 0
  const later = (ms: number) => {
    ahead += ms
    clock.advance(ms)
  }
  return { later, backToNow: () => later(-ahead) }
}

function versions(server: TestServer): Pick<OperatedFleet, 'version' | 'newest'> {
  let newest = 10
  return {
    newest: () => `${newest}.0`,
    version(traits = {}) {
      newest += 1
      return plantVersion(server, { version: `${newest}.0`, ...traits })
    },
  }
}

interface Plain {
  readonly planted: Manufacturers
  readonly db: pg.Pool
}

/** A device with a secret that a test knows. */
async function plantKnown({ planted, db }: Plain, of: Manufacturer, typeId: number): Promise<TestDevice> {
  const { id, code } = await planted.device(of, { typeId, modelId: typeId * 10 + 1, isOnline: 0 })
  const secret = `secret of ${code}`
  const salt = Buffer.from(code)
  await db.query('update devices set secret_hash = $2, secret_salt = $3 where id = $1', [
    id,
    hashSecret(secret, salt),
    salt,
  ])
  return { id, code, secret }
}
