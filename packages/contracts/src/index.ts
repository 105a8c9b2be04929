import { alarmProblems, alarms } from './api/alarms.ts'
import { dashboard, live, system } from './api/dashboard.ts'
import { deviceProblems, devices } from './api/devices.ts'
import { operatorProblems, operators, organizationProblems, organizations } from './api/organizations.ts'
import { deviceTypes, dictionary, regions } from './api/reference.ts'
import { session, sessionProblems } from './api/session.ts'
import { telemetry } from './api/telemetry.ts'
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
  dashboard,
  live,
  system,
}
export type Api = typeof api

/** Every way in which a request can fail. */
export const allProblems = {
  common: commonProblems,
  session: sessionProblems,
  organizations: organizationProblems,
  operators: operatorProblems,
  devices: deviceProblems,
  alarms: alarmProblems,
}

type AccessOf<R> = R extends { readonly access: infer A extends string } ? A : never
type EveryAccess = { [F in keyof Api]: AccessOf<Api[F][keyof Api[F]]> }[keyof Api]
export type Permission = Exclude<EveryAccess, 'open' | 'signedIn'>

export { type PageName, pages, permissionsOf } from './pages.ts'
