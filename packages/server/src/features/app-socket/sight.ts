import type { ToPhone } from '@wattkeeper/contracts/api/app-socket'
import type { Language } from '@wattkeeper/contracts/kit'
import { type Signal, describeBoard, isBoard } from '@wattkeeper/contracts/link'
import type { Db, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import type { Latest } from '../../platform/cache/cache.ts'
import { Pacer } from '../../platform/live/pacer.ts'
import { Turns } from '../../platform/live/turns.ts'
import { latestOf, namedValues } from '../telemetry/index.ts'
import * as queries from './queries.ts'

/** How often new values are looked for: telemetry announces nothing, as nobody could hear so much. */
const VALUES_MS = 2_000
const RATE = { restMs: 500, restShare: 4 }
const turns = new Turns(2)

interface Means {
  readonly services: Services
  readonly caller: Caller
  readonly language: Language
  readonly send: (message: ToPhone) => void
  readonly onError: (error: unknown) => void
}

/** What one phone watches: tells it what has changed, in the scope of its user, and each thing once. */
export class Sight {
  private readonly means: Means
  private readonly pacer: Pacer
  private readonly told = new Map<string, string>()
  private readonly deaf: (() => void)[]
  private readonly timer: NodeJS.Timeout
  private ids: readonly number[] = []

  constructor(means: Means) {
    this.means = means
    this.pacer = new Pacer(() => this.look(), { ...RATE, onError: means.onError })
    const { bus } = means.services
    const touched = ({ deviceIds }: { readonly deviceIds: readonly number[] }) => {
      if (deviceIds.some((id) => this.ids.includes(id))) this.pacer.ask()
    }
    this.deaf = [
      bus.hear('deviceStateChanged', touched),
      bus.hear('alarmsChanged', touched),
      bus.onGap(() => this.pacer.ask()),
    ]
    this.timer = setInterval(() => this.ids.length > 0 && this.pacer.ask(), VALUES_MS)
  }

  /** Answers which of them the user sees; everything about those is told anew. */
  async watch(ids: readonly number[]): Promise<readonly number[]> {
    const { caller } = this.means
    const seen = caller.permissions.has('devices.read')
      ? await this.read((db) => queries.seenDevices(db, ids))
      : []
    this.ids = seen
    this.told.clear()
    this.pacer.ask()
    return seen
  }

  stop(): void {
    clearInterval(this.timer)
    this.pacer.stop()
    for (const stop of this.deaf) stop()
  }

  private read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { services, caller } = this.means
    return turns.take(() => services.database.scoped(caller.scope, work))
  }

  private async look(): Promise<void> {
    const { ids } = this
    if (ids.length === 0) return
    const { permissions } = this.means.caller
    const { states, readings } = await this.read(async (db) => ({
      states: await queries.deviceStates(db, ids, permissions.has('alarms.read')),
      readings: permissions.has('telemetry.read') ? await latestOf(this.means.services, db, ids) : [],
    }))
    // Meanwhile the phone may have turned to others.
    if (ids !== this.ids) return this.pacer.ask()
    for (const state of states) {
      const alarms = state.alarms.map(({ level, at, ...name }) => ({
        ...{ level, name: name[this.means.language], occurrenceTime: new Date(at).toISOString() },
      }))
      this.tell(`${state.equipId}`, { type: 'device', ...state, alarms })
    }
    for (const reading of readings) this.tellReading(reading)
  }

  private tellReading({ deviceId, board, unit, ts, numbers, extra }: Latest): void {
    const signals = signalsOf(board, unit)
    if (!signals) return
    const values = namedValues(signals, { numbers, extra })
    const createTime = new Date(ts).toISOString()
    this.tell(`${deviceId} ${board} ${unit}`, {
      ...{ type: 'values', equipId: deviceId, board, unit, createTime, values },
    })
  }

  private tell(about: string, message: ToPhone): void {
    const text = JSON.stringify(message)
    if (this.told.get(about) === text) return
    this.told.set(about, text)
    this.means.send(message)
  }
}

function signalsOf(board: string, unit: number): readonly Signal[] | undefined {
  if (!isBoard(board)) return undefined
  const { signals, units } = describeBoard(board)
  return unit === 0 ? signals : units?.signals
}
