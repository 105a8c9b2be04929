import type { fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import type { Handlers } from '../../context.ts'
import { clustersInSight, countInSight, devicesInSight, healthOfRegions, isSingle } from './map-queries.ts'
import { criteriaOf } from './rules.ts'

const nothing = { total: 0, unplaced: 0, devices: [], clusters: [] }

export const mapHandlers: Handlers<typeof fleetMap> = {
  async view({ filter = {}, ...sight }, { db, language }) {
    const criteria = await criteriaOf(db, filter)
    if (!criteria) return nothing
    const { total, unplaced, shown } = await countInSight(db, criteria, sight)
    if (isSingle(shown))
      return {
        total,
        unplaced,
        devices: await devicesInSight(db, criteria, { sight, language }),
        clusters: [],
      }
    return { total, unplaced, devices: [], clusters: await clustersInSight(db, criteria, sight) }
  },

  async regions({ filter = {}, level }, { db }) {
    const criteria = await criteriaOf(db, filter)
    return criteria ? healthOfRegions(db, criteria, level) : []
  },
}
