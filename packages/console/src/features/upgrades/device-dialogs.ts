import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { words } from '@wattkeeper/contracts/kit'
import type { DeviceDialog } from '../../api/device-dialogs.ts'

/** Opens for an offline device too: it is upgraded when it comes back. */
export const deviceDialogs: readonly DeviceDialog[] = [
  {
    key: 'upgrade',
    order: 60,
    title: words('设备升级', 'Device upgrade'),
    route: upgrades.progress,
    load: () => import('./UpgradeDialog.tsx'),
  },
]
