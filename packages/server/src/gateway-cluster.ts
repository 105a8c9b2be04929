import { topicNames, topics } from '@wattkeeper/contracts/link'
import type pg from 'pg'
import { ClusterPresence, type Connected } from './features/links/index.ts'
import type { GatewayOptions } from './gateway.ts'
import { routeUp } from './gateway-topics.ts'
import type { Tick } from './platform/jobs/ticking.ts'
import type { Arrival, Dialect } from './platform/link/dialect.ts'
import { ClusterDialect } from './platform/link/mqtt/cluster.ts'

/** A broker of the operator's own. */
export interface ClusterAccess {
  readonly url: string
  /** The same after a restart of this process, and no other's. */
  readonly clientId: string
  /** Where the broker tells nothing of departures: seconds of silence after which a silent device is offline. */
  readonly offlineAfterSeconds: number
}

interface Means {
  readonly pool: pg.Pool
  readonly instance: string
  readonly onChanged: (deviceIds: number[]) => void
  readonly onListens: (session: Connected) => void
  readonly onLeft: (session: Connected) => void
  readonly onError: (error: unknown) => void
  readonly take: (message: Arrival) => void
  /** Lanes of these devices may go on: another process has taken the answer. */
  readonly wake: (deviceIds: readonly number[]) => void
}

export interface GatewayCluster {
  readonly presence: ClusterPresence
  readonly ticks: readonly Tick[]
  /** Why devices are not heard; undefined while they are. */
  readonly trouble: string | undefined
  join(): Promise<Dialect>
  hear(): (() => void)[]
}

/** Nothing of the protocol, but of the connection: what a device says once it is connected, and its will. */
const statusTopic = /^v1\/([^/]+)\/status$/

export function gatewayCluster(
  { bus, logger }: GatewayOptions,
  access: ClusterAccess,
  means: Means,
): GatewayCluster {
  const { pool: db, instance, onChanged, onListens, onLeft, onError, take, wake } = means
  const presence = new ClusterPresence({ db, instance, onChanged, onListens, onLeft })
  let trouble: string | undefined = 'the broker has not answered yet'
  const dialect = new ClusterDialect(
    {
      meet: (names) => presence.meet(names),
      status: (status) => presence.status(status),
      dropped: (name, end) => presence.dropped(name, end),
      take,
    },
    {
      ...{ url: access.url, clientId: access.clientId, onError },
      filters: [...pathsUp(), 'status'].map((path) => `v1/+/${path}`),
      route: routeUp,
      statusOf: (topic) => statusTopic.exec(topic)?.[1],
      onState: (isConnected, reason) => {
        trouble = isConnected ? undefined : `the broker is away: ${reason ?? ''}`
        if (!isConnected) return logger.warn({ reason }, 'the broker is away')
        logger.info('the broker lets us hear the devices')
        presence.listenAgain()
      },
    },
  )
  /** The process that speaks for a device ends its session; where none does, each that hears of it. */
  const edited = async (ids: readonly number[], ended?: string) => {
    const outdated = await presence.outdated(ids)
    const unheard =
      ended !== undefined && outdated.length === 0 && !(await presence.isSpokenFor(ended)) ? [ended] : []
    for (const code of [...outdated, ...unheard]) {
      logger.info({ device: code }, 'its session no longer matches the device and is ended')
      dialect.drop(code)
    }
  }
  return {
    presence,
    ticks: presence.ticks(access.offlineAfterSeconds),
    get trouble() {
      return trouble
    },
    async join() {
      await dialect.join()
      return dialect
    },
    hear: () => [
      bus.hear('deviceEdited', ({ deviceId, ended }) => void edited([deviceId], ended).catch(onError)),
      bus.hear('deviceStateChanged', ({ deviceIds }) => {
        dialect.forget(deviceIds)
        presence.recheck(deviceIds).catch(onError)
      }),
      bus.hear('commandsChanged', ({ deviceIds }) => wake(deviceIds)),
      bus.onGap(() => {
        dialect.forgetAll()
        presence.recheck(presence.ids).catch(onError)
        edited(presence.ids).catch(onError)
      }),
    ],
  }
}

const pathsUp = () =>
  topicNames.filter((name) => topics[name].direction === 'up').map((name) => topics[name].path)
