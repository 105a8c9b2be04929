import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/profile.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import type { Asked } from './dialogs/DeviceDialogs.tsx'
import { detailLink } from './links.ts'
import { useText } from './text.ts'
import css from './devices.module.css'

interface Props {
  readonly device: Device
  readonly onAsk: (asked: Asked) => void
}

/** Details, and a menu with what else can be done; what a user may not do is absent. */
export function RowActions({ device, onAsk }: Props): ReactNode {
  const t = useText()
  const may = useMay()
  const entries = [
    may(devices.update) && { key: 'edit', label: t('action.edit') },
    may(devices.renewSecret) && { key: 'secret', label: t('action.secret') },
    may(devices.remove) && { key: 'delete', label: t('action.delete'), danger: true },
  ].filter((entry) => entry !== false)
  const ask = ({ key }: { readonly key: string }) => {
    if (key === 'edit' || key === 'secret' || key === 'delete') onAsk({ kind: key, device })
  }
  return (
    <span className={css.rowActions}>
      <Link to={detailLink(device)}>{t('action.detail')}</Link>
      {entries.length > 0 && (
        <Dropdown menu={{ items: entries, onClick: ask }}>
          <Button type="link" size="small">
            {t('action.more')}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
