import { devices } from '@wattkeeper/contracts/api/devices'
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type DeviceDialog,
  type DeviceDialogProps,
  isFor,
  refusalOf,
  withDialog,
} from '../../api/device-dialogs.ts'
import { notify } from '../../api/notices.ts'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import { ScreenBoundary } from '../ScreenBoundary.tsx'
import { allDeviceDialogs } from './all.ts'

type Show = (props: DeviceDialogProps) => ReactNode

/** One lazy component per dialog for the whole run: a new one at each render would throw its state away. */
function lazyDialog(dialog: DeviceDialog): Show {
  const Dialog = lazy(async () => ({ default: (await dialog.load()).Dialog }))
  return (props) => <Dialog {...props} />
}

const shown = new Map(allDeviceDialogs.map((dialog) => [dialog.key, lazyDialog(dialog)]))

interface Props {
  readonly dialogKey: string
  readonly deviceId: number
}

/** The dialog of the address; one that does not exist or is not permitted leaves the address again. */
export function Host({ dialogKey, deviceId }: Props): ReactNode {
  const [query, setQuery] = useSearchParams()
  const may = useMay()
  const dialog = allDeviceDialogs.find(({ key, route }) => key === dialogKey && may(route))
  const close = () => setQuery(withDialog(query))
  // what did not open is no step that Back could undo
  const leave = () => setQuery(withDialog(query), { replace: true })
  const found = useData(
    devices.find,
    { id: deviceId },
    { enabled: dialog !== undefined, live: ['devices', 'alarms'] },
  )
  if (!dialog || (!found.data && found.failure)) return <Gone onLeave={leave} />
  return found.data && <Opened dialog={dialog} device={found.data} onClose={close} onLeave={leave} />
}

interface OpenedProps extends DeviceDialogProps {
  readonly dialog: DeviceDialog
  readonly onLeave: () => void
}

/** Whether it opens is decided once: a device that goes offline meanwhile does not tear the dialog away. */
function Opened({ dialog, device, onClose, onLeave }: OpenedProps): ReactNode {
  const [refusal] = useState(() => refusalOf(dialog, device))
  const show = shown.get(dialog.key)
  const said = useWords()
  useEffect(() => {
    if (refusal) notify.warning(said(refusal))
  }, [refusal, said])
  if (!show || refusal || !isFor(dialog, device)) return <Gone onLeave={onLeave} />
  return (
    <ScreenBoundary at={dialog.key} onRetry={() => shown.set(dialog.key, lazyDialog(dialog))}>
      <Suspense>{show({ device, onClose })}</Suspense>
    </ScreenBoundary>
  )
}

/** Takes the dialog out of the address. */
function Gone({ onLeave }: Pick<OpenedProps, 'onLeave'>): ReactNode {
  const [leave] = useState(() => onLeave)
  useEffect(() => leave(), [leave])
  return null
}
