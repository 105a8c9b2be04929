import type { Kysely, Transaction } from 'kysely'
import type { HandlersOf } from './platform/http/handler.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { SignOn } from './platform/access/sign-on.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { BlockList } from 'node:net'
import type { Cache } from './platform/cache/cache.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { FileStore } from './platform/files/index.ts'
import type { FirmwareSettings } from './config-firmware.ts'
import type { UpgradeSettings } from './config-upgrades.ts'
import type { MapSources } from './config-map.ts'
import type { Facts } from './facts.ts'
import type { DB } from './tables/index.generated.ts'

/** A caller's transaction: sees only the rows in the caller's scope. */
export type Db = Transaction<DB>
/** Sees every row: for jobs, devices and sign-in. */
export type SystemDb = Kysely<DB>
export type AppDatabase = Database<DB>

/** What every handler may use beside its transaction: the one explicit context, no container. */
export interface Services {
  readonly clock: Clock
  readonly database: AppDatabase
  readonly bus: Bus<Facts>
  /** Last-known values and presence beside the database, where a cache is configured. */
  readonly cache: Cache | undefined
  /** Logs, advertisements, firmware. */
  readonly files: FileStore
  /** Where people and devices reach this server, without a slash at the end. */
  readonly publicUrl: string
  /** IANA name of the platform's time zone. */
  readonly timeZone: string
  /** Origins whose pages may be shown within ours. */
  readonly frameOrigins: readonly string[]
  /** Sign-in by OpenID Connect, where it is configured. */
  readonly signOn: SignOn | undefined
  /** How messages leave: e-mail where it is configured, and the inner networks that webhooks may lead to. */
  readonly outward: { readonly mail: Mail | undefined; readonly webhooks: BlockList }
  /** Tiles and a map service, where they are configured. */
  readonly mapSources: MapSources
  readonly firmware: FirmwareSettings
  readonly upgrades: UpgradeSettings
  readonly version: string
  readonly startedAt: string
}

export type Handlers<R> = HandlersOf<R, DB, Services>
