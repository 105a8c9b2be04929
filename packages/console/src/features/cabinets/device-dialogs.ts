import { cabinets } from '@wattkeeper/contracts/api/cabinets'
import { commands } from '@wattkeeper/contracts/api/commands'
import { words } from '@wattkeeper/contracts/kit'
import type { DeviceDialog } from '../../api/device-dialogs.ts'

const cabinet = 3

export const deviceDialogs: readonly DeviceDialog[] = [
  {
    key: 'attributes',
    order: 30,
    title: words('设备属性', 'Attributes'),
    route: cabinets.picture,
    equipTypeIds: [cabinet],
    needsOnline: true,
    load: () => import('./AttributeDialog.tsx'),
  },
  {
    key: 'control',
    order: 40,
    title: words('设备参数与控制', 'Parameters and control'),
    route: commands.params,
    equipTypeIds: [cabinet],
    needsOnline: true,
    load: () => import('./control/ControlDialog.tsx'),
  },
]
