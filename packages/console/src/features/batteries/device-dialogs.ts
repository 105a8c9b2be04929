import { batteries } from '@wattkeeper/contracts/api/batteries'
import { words } from '@wattkeeper/contracts/kit'
import type { DeviceDialog } from '../../api/device-dialogs.ts'

const battery = 4

/** Opens for an offline battery too: most of its life it is on the road. */
export const deviceDialogs: readonly DeviceDialog[] = [
  {
    key: 'battery',
    order: 30,
    title: words('电池信息', 'Battery info'),
    route: batteries.info,
    equipTypeIds: [battery],
    load: () => import('./BatteryDialog.tsx'),
  },
]
