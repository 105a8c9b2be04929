import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/profile.tsx'
import { MoreButton } from '../../ui/list/buttons.tsx'
import type { Asked } from './dialogs/DeviceDialogs.tsx'
import { detailLink } from './links.ts'
import { useText } from './text.ts'
import { useDialogEntries } from './useDialogEntries.tsx'

interface Props {
  readonly device: Device
  readonly onAsk: (asked: Asked) => void
}

/** Details, and a menu with what else can be done; what a user may not do is absent. */
export function RowActions({ device, onAsk }: Props): ReactNode {
  const t = useText()
  const may = useMay()
  const dialogs = useDialogEntries(device)
  const ask = (kind: 'edit' | 'secret' | 'delete') => ({ key: kind, onClick: () => onAsk({ kind, device }) })
  const own = [
    may(devices.update) && { ...ask('edit'), label: t('action.edit') },
    may(devices.renewSecret) && { ...ask('secret'), label: t('action.secret') },
    may(devices.remove) && { ...ask('delete'), label: t('action.delete'), danger: true },
  ].filter((entry) => entry !== false)
  const items = [...(dialogs.items ?? []), ...own]
  return (
    <>
      <Link to={detailLink(device)}>{t('action.detail')}</Link>
      {(items.length > 0 || !dialogs.items) && <MoreButton items={items} onNear={dialogs.want} />}
    </>
  )
}
