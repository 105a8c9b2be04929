import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useData } from '../../../api/queries.ts'
import { Empty } from '../../../ui/table/Empty.tsx'
import { type Asked, DeviceDialogs } from '../dialogs/DeviceDialogs.tsx'
import { listPath } from '../links.ts'
import { DeviceTabs } from './DeviceTabs.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { Heading } from './Heading.tsx'
import { NoDevice } from './NoDevice.tsx'
import css from './detail.module.css'

const notFound = 404

/** One device, read by the id in the address: a pasted link shows the same as a click in the list. */
export function Page(): ReactNode {
  const [query] = useSearchParams()
  const id = Number(query.get('id'))
  if (!Number.isSafeInteger(id) || id < 1) return <NoDevice isLinkWrong />
  return <DeviceById key={id} id={id} />
}

function DeviceById({ id }: { readonly id: number }): ReactNode {
  const found = useData(devices.find, { id }, { live: ['devices', 'alarms'], quiet: true })
  if (found.failure?.code === notFound) return <NoDevice />
  if (!found.data && found.failure) {
    return (
      <div className={css.card}>
        <Empty failure={found.failure} isFiltered={false} onRetry={found.refresh} />
      </div>
    )
  }
  return found.data ? <Found device={found.data} /> : <DetailSkeleton />
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
