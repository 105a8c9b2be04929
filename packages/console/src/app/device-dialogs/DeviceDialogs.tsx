import { type ReactNode, Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router'
import {
  type DeviceDialog,
  type DeviceDialogSource,
  DeviceDialogsProvider,
  dialogIn,
} from '../../api/device-dialogs.ts'
import { makeStore } from '../../api/store.ts'

const store = makeStore<readonly DeviceDialog[] | undefined>(undefined)
/** They bring contracts of many features, so they come when a More menu is near. */
const source: DeviceDialogSource = {
  store,
  want: () => {
    // where it fails, the next approach asks again
    import('./all.ts').then(
      ({ allDeviceDialogs }) => store.set(allDeviceDialogs),
      () => undefined,
    )
  },
}

const Host = lazy(async () => ({ default: (await import('./Host.tsx')).Host }))

/** Gives the screens the features' dialogs about a device, and shows the one that the address names. */
export function DeviceDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const [query] = useSearchParams()
  const open = dialogIn(query)
  return (
    <DeviceDialogsProvider value={source}>
      {children}
      {open && (
        <Suspense>
          <Host key={`${open.key} ${open.deviceId}`} dialogKey={open.key} deviceId={open.deviceId} />
        </Suspense>
      )}
    </DeviceDialogsProvider>
  )
}
