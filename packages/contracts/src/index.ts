import { advertProblems, adverts } from './api/adverts.ts'
import { alarmProblems, alarms } from './api/alarms.ts'
import { apiKeyProblems, apiKeys } from './api/api-keys.ts'
import { appReleaseProblems, appReleases } from './api/app-releases.ts'
import { audit, auditProblems } from './api/audit.ts'
import { batchSettings } from './api/batch-settings.ts'
import { batteries, batteryProblems } from './api/batteries.ts'
import { cabinetProblems, cabinets } from './api/cabinets.ts'
import { commandProblems, commands } from './api/commands.ts'
import { dashboard, live, system } from './api/dashboard.ts'
import { deviceTypeCatalogue, deviceTypeProblems } from './api/device-types.ts'
import { deviceHistory } from './api/device-history.ts'
import { deviceVersions } from './api/device-versions.ts'
import { deviceProblems, devices } from './api/devices.ts'
import { dictionaryEntries, dictionaryProblems } from './api/dictionary.ts'
import { eventProblems, events } from './api/events.ts'
import { firmware } from './api/firmware.ts'
import { firmwareProblems } from './api/firmware-problems.ts'
import { fleetMap } from './api/fleet-map.ts'
import { hardwareVersionProblems, hardwareVersions } from './api/hardware-versions.ts'
import { links } from './api/links.ts'
import { logExtraction, logExtractionProblems } from './api/log-extraction.ts'
import { mapProblems, maps } from './api/maps.ts'
import { menuProblems, menus } from './api/menus.ts'
import { modelUpgradeProblems, modelUpgrades } from './api/model-upgrades.ts'
import { notificationProblems, notifications } from './api/notifications.ts'
import { operatorProblems, operators, organizationProblems, organizations } from './api/organizations.ts'
import { permissionProblems, permissions } from './api/permissions.ts'
import { deviceTypes, dictionary, regions } from './api/reference.ts'
import { roleProblems, roles } from './api/roles.ts'
import { rolloutProblems, rollouts } from './api/rollouts.ts'
import { secondFactor, secondFactorProblems } from './api/second-factor.ts'
import { session, sessionProblems } from './api/session.ts'
import { singleSignOn, singleSignOnProblems } from './api/single-sign-on.ts'
import { telemetry, telemetryProblems } from './api/telemetry.ts'
import { upgradeProblems, upgrades } from './api/upgrades.ts'
import { upgradeTaskProblems, upgradeTasks } from './api/upgrade-tasks.ts'
import { userProblems, users } from './api/users.ts'
import { commonProblems } from './kit/index.ts'

/** Everything that can be asked, by feature. A new feature is one line here. */
export const api = {
  session,
  regions,
  deviceTypes,
  dictionary,
  organizations,
  operators,
  devices,
  telemetry,
  alarms,
  logExtraction,
  adverts,
  events,
  fleetMap,
  maps,
  deviceHistory,
  cabinets,
  batteries,
  commands,
  batchSettings,
  rollouts,
  upgrades,
  upgradeTasks,
  links,
  notifications,
  dashboard,
  live,
  system,
  users,
  permissions,
  roles,
  menus,
  dictionaryEntries,
  deviceTypeCatalogue,
  audit,
  apiKeys,
  secondFactor,
  singleSignOn,
  appReleases,
  firmware,
  deviceVersions,
  hardwareVersions,
  modelUpgrades,
}
export type Api = typeof api

/** Every way in which a request can fail. */
export const allProblems = {
  common: commonProblems,
  session: sessionProblems,
  organizations: organizationProblems,
  operators: operatorProblems,
  devices: deviceProblems,
  telemetry: telemetryProblems,
  alarms: alarmProblems,
  logExtraction: logExtractionProblems,
  adverts: advertProblems,
  events: eventProblems,
  maps: mapProblems,
  cabinets: cabinetProblems,
  batteries: batteryProblems,
  commands: commandProblems,
  rollouts: rolloutProblems,
  upgrades: upgradeProblems,
  upgradeTasks: upgradeTaskProblems,
  users: userProblems,
  permissions: permissionProblems,
  roles: roleProblems,
  menus: menuProblems,
  dictionary: dictionaryProblems,
  deviceTypes: deviceTypeProblems,
  audit: auditProblems,
  notifications: notificationProblems,
  apiKeys: apiKeyProblems,
  secondFactor: secondFactorProblems,
  singleSignOn: singleSignOnProblems,
  appReleases: appReleaseProblems,
  firmware: firmwareProblems,
  hardwareVersions: hardwareVersionProblems,
  modelUpgrades: modelUpgradeProblems,
}

type AccessOf<R> = R extends { readonly access: infer A extends string } ? A : never
type EveryAccess = { [F in keyof Api]: AccessOf<Api[F][keyof Api[F]]> }[keyof Api]
export type Permission = Exclude<EveryAccess, 'open' | 'signedIn'>

export { type PageName, pages, permissionsOf } from './pages.ts'
