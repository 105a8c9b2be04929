import type { Services } from './context.ts'
import { jobs as auditJobs } from './features/audit/jobs.ts'
import { feature as audit } from './features/audit/feature.ts'
import { feature as adverts } from './features/adverts/feature.ts'
import { ticks as advertTicks } from './features/adverts/jobs.ts'
import { feature as alarms } from './features/alarms/feature.ts'
import { feature as appReleases } from './features/app-releases/feature.ts'
import { feature as commands } from './features/commands/feature.ts'
import { jobs as commandJobs } from './features/commands/jobs.ts'
import { feature as batchSettings } from './features/batch-settings/feature.ts'
import { paramsKind } from './features/batch-settings/index.ts'
import { ticks as batchSettingTicks } from './features/batch-settings/ticks.ts'
import { feature as batteries } from './features/batteries/feature.ts'
import { feature as cabinets } from './features/cabinets/feature.ts'
import { feature as dashboard } from './features/dashboard/feature.ts'
import { admin as deviceTypeCatalogue, feature as deviceTypes } from './features/device-types/feature.ts'
import { feature as deviceHistory } from './features/device-history/feature.ts'
import { jobs as deviceFileJobs } from './features/device-files/jobs.ts'
import { feature as devices, map as fleetMap } from './features/devices/feature.ts'
import { admin as dictionaryEntries, feature as dictionary } from './features/dictionary/feature.ts'
import { feature as events } from './features/events/feature.ts'
import { devices as deviceVersions, feature as firmware } from './features/firmware/feature.ts'
import { feature as hardwareVersions } from './features/hardware-versions/feature.ts'
import { feature as links } from './features/links/feature.ts'
import { feature as live } from './features/live/feature.ts'
import { feature as logExtraction } from './features/log-extraction/feature.ts'
import { jobs as logExtractionJobs } from './features/log-extraction/jobs.ts'
import { feature as maps } from './features/maps/feature.ts'
import { feature as menus } from './features/menus/feature.ts'
import { feature as modelUpgrades } from './features/model-upgrades/feature.ts'
import { feature as notifications } from './features/notifications/feature.ts'
import { jobs as notificationJobs, ticks as notificationTicks } from './features/notifications/jobs.ts'
import { feature as operators } from './features/operators/feature.ts'
import { feature as organizations } from './features/organizations/feature.ts'
import { feature as permissions } from './features/permissions/feature.ts'
import { feature as regions } from './features/regions/feature.ts'
import { feature as roles } from './features/roles/feature.ts'
import { featureWith as rolloutFeature } from './features/rollouts/feature.ts'
import { jobs as rolloutJobs } from './features/rollouts/jobs.ts'
import { rolloutTicks } from './features/rollouts/ticks.ts'
import { apiKeys, feature as session, secondFactor, singleSignOn } from './features/session/feature.ts'
import { jobs as sessionJobs } from './features/session/jobs.ts'
import { feature as system } from './features/system/feature.ts'
import { feature as telemetry } from './features/telemetry/feature.ts'
import { feature as upgradeTasks } from './features/upgrade-tasks/feature.ts'
import { firmwareKind } from './features/upgrade-tasks/index.ts'
import { ticks as upgradeTaskTicks } from './features/upgrade-tasks/ticks.ts'
import { feature as upgrades } from './features/upgrades/feature.ts'
import { jobs as upgradeJobs } from './features/upgrades/jobs.ts'
import { feature as users } from './features/users/feature.ts'
import type { RolloutKind } from './features/rollouts/index.ts'
import type { Served } from './platform/http/handler.ts'
import type { Job } from './platform/jobs/jobs.ts'
import type { Tick } from './platform/jobs/ticking.ts'

/** What roll-outs can do to devices. */
export const rolloutKinds: readonly RolloutKind[] = [paramsKind, firmwareKind]

/** Every feature that answers people. A new feature is one line here. */
export const served: readonly Served[] = [
  ...[session, secondFactor, singleSignOn, apiKeys],
  ...[users, permissions, roles, menus, dictionaryEntries, deviceTypeCatalogue, audit],
  ...[regions, deviceTypes, dictionary, organizations, operators, devices, fleetMap, maps],
  ...[deviceHistory, cabinets, batteries],
  ...[telemetry, alarms, events, logExtraction, adverts],
  ...[batchSettings, rolloutFeature(rolloutKinds)],
  ...[upgrades, upgradeTasks],
  ...[commands, links, notifications, dashboard, live, system],
  ...[appReleases],
  ...[firmware, deviceVersions, hardwareVersions, modelUpgrades],
]

/** Everything that the clock starts. */
export const scheduled: readonly Job<Services>[] = [
  ...notificationJobs,
  ...auditJobs,
  ...deviceFileJobs,
  ...logExtractionJobs,
  ...commandJobs,
  ...rolloutJobs,
  ...upgradeJobs,
  ...sessionJobs,
]

/** What om does every second or so, led by rows. */
export const ticking: readonly Tick<Services>[] = [
  ...advertTicks,
  ...notificationTicks,
  ...rolloutTicks(rolloutKinds),
  ...batchSettingTicks,
  ...upgradeTaskTicks,
]
