import { links } from '@wattkeeper/contracts/api/links'
import { words } from '@wattkeeper/contracts/kit'
import type { DeviceDialog } from '../../api/device-dialogs.ts'

export const deviceDialogs: readonly DeviceDialog[] = [
  {
    key: 'links',
    order: 15,
    title: words('Socket链接监控', 'Socket link monitoring'),
    route: links.connection,
    load: () => import('./LinkDialog.tsx'),
  },
]
