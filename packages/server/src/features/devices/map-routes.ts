import type { fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import type { Handlers } from '../../context.ts'
import { devicesInSight, gatherInSight, healthOfRegions, isSingle } from './map-queries.ts'
import { criteriaOf } from './rules.ts'

const nothing = { total: 0, unplaced: 0, devices: [], clusters: [] }

export const mapHandlers: Handlers<typeof fleetMap> = {
  async view({ filter = {}, ...sight }, { db, language }) {
    const criteria = await criteriaOf(db, filter)
    if (!criteria) return nothing
    const { total, unplaced, shown, clusters } = await gatherInSight(db, criteria, sight)
    if (!isSingle(shown)) return { total, unplaced, devices: [], clusters: [...clusters] }
    const devices = shown === 0 ? [] : await devicesInSight(db, criteria, { sight, language })
    return { total, unplaced, devices, clusters: [] }
  },

  async regions({ filter = {}, level }, { db }) {
    const criteria = await criteriaOf(db, filter)
    return criteria ? healthOfRegions(db, criteria, level) : []
  },
}
