import type { Device } from '@wattkeeper/contracts/api/devices'
import { type Route, type Words, words } from '@wattkeeper/contracts/kit'
import { type ComponentType, createContext, use } from 'react'
import { useSearchParams } from 'react-router'
import { mayUse, useProfile } from './profile.tsx'
import { type Store, useStore } from './store.ts'

export interface DeviceDialogProps {
  readonly device: Device
  readonly onClose: () => void
}

/** A dialog about one device, contributed by a feature's `device-dialogs.ts`. */
export interface DeviceDialog {
  /** Its name in the address. */
  readonly key: string
  /** Its place in the More menu. */
  readonly order: number
  readonly title: Words
  /** Who may use this route sees the entry. */
  readonly route: Route
  /** The types that have it; for others there is no entry. */
  readonly equipTypeIds?: readonly number[]
  /** Opens for a connected device only. */
  readonly needsOnline?: boolean
  /** Why an entry that is there cannot be used with this device. */
  readonly refuses?: (device: Device) => Words | undefined
  readonly load: () => Promise<{ readonly Dialog: ComponentType<DeviceDialogProps> }>
}

/** The features' dialogs: undefined until somebody wanted them. The app finds them, and provides them here. */
export interface DeviceDialogSource {
  readonly store: Store<readonly DeviceDialog[] | undefined>
  readonly want: () => void
}

const SourceContext = createContext<DeviceDialogSource | undefined>(undefined)
export const DeviceDialogsProvider = SourceContext

const offline = words('设备离线，无法查看或控制', 'The device is offline, cannot view or control')

/** Why the dialog does not open for this device, if it does not. */
export const refusalOf = (dialog: DeviceDialog, device: Device): Words | undefined =>
  dialog.needsOnline && device.isOnline === 0 ? offline : dialog.refuses?.(device)

export const isFor = (dialog: DeviceDialog, device: Pick<Device, 'equipTypeId'>): boolean =>
  dialog.equipTypeIds?.includes(device.equipTypeId) ?? true

interface DeviceDialogs {
  /** Those that this user may open for this device; undefined until they are wanted and have arrived. */
  readonly entries: readonly DeviceDialog[] | undefined
  readonly want: () => void
  readonly open: (dialog: DeviceDialog) => void
}

export function useDeviceDialogs(device: Device): DeviceDialogs {
  const source = use(SourceContext)
  if (!source) throw new Error('useDeviceDialogs is for screens behind the login')
  const profile = useProfile()
  const [query, setQuery] = useSearchParams()
  const all = useStore(source.store)
  return {
    entries: all?.filter((dialog) => isFor(dialog, device) && mayUse(profile, dialog.route)),
    want: source.want,
    open: ({ key }) => setQuery(withDialog(query, { key, deviceId: device.id })),
  }
}

const names = { key: 'open', device: 'device' } as const
/** What a dialog itself keeps in the address. */
const ownPrefix = 'open.'

interface OpenDialog {
  readonly key: string
  readonly deviceId: number
}

export function dialogIn(query: URLSearchParams): OpenDialog | undefined {
  const key = query.get(names.key)
  const deviceId = Number(query.get(names.device))
  return key && Number.isSafeInteger(deviceId) && deviceId > 0 ? { key, deviceId } : undefined
}

/** Opens a dialog, or closes the open one; nothing of the one before stays. */
export function withDialog(query: URLSearchParams, dialog?: OpenDialog): URLSearchParams {
  const next = new URLSearchParams(
    [...query].filter(([name]) => name !== names.key && name !== names.device && !name.startsWith(ownPrefix)),
  )
  if (dialog) {
    next.set(names.key, dialog.key)
    next.set(names.device, String(dialog.deviceId))
  }
  return next
}

interface DialogQuery {
  readonly get: (name: string) => string | undefined
  /** Changes some values; undefined takes one away. */
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** What the open dialog keeps in the address, such as its tab; it goes with the dialog. */
export function useDialogQuery(): DialogQuery {
  const [query, setQuery] = useSearchParams()
  return {
    get: (name) => query.get(ownPrefix + name) ?? undefined,
    change: (changes) => {
      const changed = new URLSearchParams(query)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) changed.delete(ownPrefix + name)
        else changed.set(ownPrefix + name, value)
      }
      setQuery(changed, { replace: true })
    },
  }
}
