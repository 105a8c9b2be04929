import type { Device, DeviceWithSecret } from '@wattkeeper/contracts/api/devices'
import { type ReactNode, Suspense, lazy, useState } from 'react'

/** What a button of the list or the detail page asks for. */
export type Asked =
  | { readonly kind: 'new' }
  | { readonly kind: 'import' }
  | { readonly kind: 'edit' | 'secret' | 'delete'; readonly device: Device }

const DeviceForm = lazy(async () => ({ default: (await import('./DeviceForm.tsx')).DeviceForm }))
const DeviceImport = lazy(async () => ({ default: (await import('./DeviceImport.tsx')).DeviceImport }))
const RemoveDevice = lazy(async () => ({ default: (await import('./RemoveDevice.tsx')).RemoveDevice }))
const RenewSecret = lazy(async () => ({ default: (await import('./RenewSecret.tsx')).RenewSecret }))
const SecretDialog = lazy(async () => ({ default: (await import('./SecretDialog.tsx')).SecretDialog }))

interface Props {
  readonly asked: Asked | undefined
  readonly onClose: () => void
  readonly onRemoved?: () => void
}

/** The dialog that is open, if any; each loads when it is first asked for. A secret outlives the dialog that made it. */
export function DeviceDialogs({ asked, onClose, onRemoved }: Props): ReactNode {
  const [made, setMade] = useState<DeviceWithSecret>()
  return (
    <Suspense>
      {asked && <Dialog asked={asked} onMade={setMade} onClose={onClose} {...(onRemoved && { onRemoved })} />}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </Suspense>
  )
}

interface DialogProps extends Props {
  readonly asked: Asked
  readonly onMade: (made: DeviceWithSecret) => void
}

function Dialog({ asked, onMade, onRemoved, onClose }: DialogProps): ReactNode {
  switch (asked.kind) {
    case 'new':
      return <DeviceForm onCreated={onMade} onClose={onClose} />
    case 'edit':
      return <DeviceForm device={asked.device} onClose={onClose} />
    case 'secret':
      return <RenewSecret device={asked.device} onMade={onMade} onClose={onClose} />
    case 'delete':
      return <RemoveDevice device={asked.device} onClose={onClose} {...(onRemoved && { onRemoved })} />
    case 'import':
      return <DeviceImport onClose={onClose} />
  }
}
