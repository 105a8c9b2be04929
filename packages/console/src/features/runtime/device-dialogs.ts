import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { words } from '@wattkeeper/contracts/kit'
import type { DeviceDialog } from '../../api/device-dialogs.ts'

const portable = 1
const microInverter = 2

export const deviceDialogs: readonly DeviceDialog[] = [
  {
    key: 'runtime',
    order: 10,
    title: words('运行数据', 'Runtime data'),
    route: telemetry.sc,
    equipTypeIds: [portable, microInverter],
    load: () => import('./RuntimeDialog.tsx'),
  },
  {
    key: 'live',
    order: 20,
    title: words('实时控制', 'Live control'),
    route: telemetry.live,
    equipTypeIds: [portable],
    needsOnline: true,
    load: () => import('./live/LiveDialog.tsx'),
  },
]
