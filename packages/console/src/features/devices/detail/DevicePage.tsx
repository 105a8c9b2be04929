import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useData } from '../../../api/queries.ts'
import { Detail } from '../../../ui/detail/Detail.tsx'
import { type Asked, DeviceDialogs } from '../dialogs/DeviceDialogs.tsx'
import { listPath } from '../links.ts'
import { DeviceTabs } from './DeviceTabs.tsx'
import { Heading } from './Heading.tsx'
import { NoDevice } from './NoDevice.tsx'

/** One device, read by the id in the address: a pasted link shows the same as a click in the list. */
export function Page(): ReactNode {
  const [query] = useSearchParams()
  const id = Number(query.get('id'))
  if (!Number.isSafeInteger(id) || id < 1) return <NoDevice isLinkWrong />
  return <DeviceById key={id} id={id} />
}

function DeviceById({ id }: { readonly id: number }): ReactNode {
  const found = useData(devices.find, { id }, { live: ['devices', 'alarms'], quiet: true })
  return (
    <Detail found={found} missing={<NoDevice />}>
      {(device) => <Found device={device} />}
    </Detail>
  )
}

function Found({ device }: { readonly device: Device }): ReactNode {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <Heading device={device} onAsk={setAsked} />
      <DeviceTabs device={device} />
      <DeviceDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        onRemoved={() => void navigate(listPath, { replace: true })}
      />
    </>
  )
}
