import type { DeviceDialog } from '../../api/device-dialogs.ts'

/** Every feature's `device-dialogs.ts`: adding the file is enough. */
const found = import.meta.glob<{ readonly deviceDialogs: readonly DeviceDialog[] }>(
  '../../features/*/device-dialogs.ts',
  { eager: true },
)

export const allDeviceDialogs: readonly DeviceDialog[] = Object.values(found)
  .flatMap(({ deviceDialogs }) => deviceDialogs)
  .toSorted((a, b) => a.order - b.order)
