import { type NewBatchSetting, batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { type RolloutDetail, type RolloutTarget, rollouts } from '@wattkeeper/contracts/api/rollouts'
import { paramsKind } from '../features/batch-settings/index.ts'
import { settle } from '../features/batch-settings/ticks.ts'
import { rolloutTicks } from '../features/rollouts/ticks.ts'
import {
  type Manufacturer,
  type Manufacturers,
  type PlantedDevice,
  plantManufacturers,
} from './manufacturers.ts'
import { type Person, type TestServer, startTestServer } from './server.ts'

export const minute = 60_000
export const hour = 60 * minute

/** Cabinets that are told of parameters, with the seconds of om and the answers of devices in the test's hands. */
export interface RolloutFleet {
  readonly server: TestServer
  readonly makers: Manufacturers
  readonly staff: Person
  cabinets(count: number, traits?: { isOnline?: 0 | 1; of?: Manufacturer }): Promise<PlantedDevice[]>
  create(cabinets: readonly PlantedDevice[], change?: Change): Promise<number>
  /** What om does every second, so often. */
  tick(times?: number): Promise<void>
  /** So much later, and the second after it. */
  later(ms: number): Promise<void>
  /** What the devices say to every command that they have not answered. */
  answer(says?: Answer): Promise<void>
  detail(id: number): Promise<RolloutDetail>
  targets(id: number): Promise<RolloutTarget[]>
  /** As at the beginning, at the present time. */
  forget(): Promise<void>
}

export interface Change extends Partial<Omit<NewBatchSetting, 'paramSetRule'>> {
  readonly paramSetRule?: Partial<NewBatchSetting['paramSetRule']>
}

export interface Answer {
  readonly result?: 1 | 0
  readonly reason?: string
  /** Only those of these devices. */
  readonly of?: readonly PlantedDevice[]
}

const [cabinetType, cabinetModel] = [3, 31]

export async function startRolloutFleet(
  options?: Parameters<typeof startTestServer>[0],
): Promise<RolloutFleet> {
  const server = await startTestServer(options)
  const makers = await plantManufacturers(server)
  const staff = await server.person()
  // The clock moves by days, and whoever looks stays signed in.
  await makers.sql(`update sessions set expires_at = now() + interval '1 year'`)
  const turning = rolloutTicks([paramsKind])
  const tick = async (times = 1) => {
    for (let n = 0; n < times; n += 1) {
      await settle(server.services)
      for (const each of turning) await each.run(server.services)
    }
  }
  return {
    ...{ server, makers, staff, tick },
    cabinets: (count, { isOnline = 1, of = makers.ours } = {}) =>
      Promise.all(
        Array.from({ length: count }, () =>
          makers.device(of, { typeId: cabinetType, modelId: cabinetModel, isOnline }),
        ),
      ),
    async create(cabinets, { paramSetRule, ...change } = {}) {
      const { id } = await staff.call(batchSettings.create, {
        entitys: [{ id: '02121005', value: 90 }],
        queryParam: { code: cabinets.map(({ code }) => code).join(',') },
        ...change,
        paramSetRule: { upgradeCount: 2, interval: 3, ...paramSetRule },
      })
      return id
    },
    async later(ms) {
      server.clock.advance(ms)
      await tick()
    },
    async answer({ result = 1, reason, of } = {}) {
      const now = new Date(server.clock.now()).toISOString()
      await makers.sql(
        `update commands set state = 'done', result = $1, reason = $2, attempts = 1, sent_at = $3, back_at = $3,
           finished_at = $3 where state <> 'done' and ($4::bigint[] is null or device_id = any($4))`,
        [result, reason ?? null, now, of?.map(({ id }) => id) ?? null],
      )
    },
    detail: (id) => staff.call(rollouts.detail, { id }),
    targets: async (id) => (await staff.call(rollouts.targets, { id, pageNum: 1, pageSize: 500 })).rows,
    forget: async () => {
      server.clock.advance(Date.now() - server.clock.now())
      await makers.sql(
        'delete from rollouts; delete from rollout_failures; delete from commands; delete from devices',
      )
    },
  }
}
