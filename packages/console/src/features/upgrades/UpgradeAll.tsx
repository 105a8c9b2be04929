import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import type { ReactNode } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { useAction } from '../../api/queries.ts'
import { Confirmation } from './Confirmation.tsx'
import type { BoardState } from './boards.ts'
import { useText } from './text.ts'
import { usePartName } from './usePartName.ts'
import css from './upgrades.module.css'

interface Props extends DeviceDialogProps {
  /** What would be upgraded. */
  readonly boards: readonly BoardState[]
}

export function UpgradeAll({ device, boards, onClose }: Props): ReactNode {
  const t = useText()
  const partName = usePartName()
  const sendAll = useAction(upgrades.sendAll, { alsoRefresh: ['deviceVersions'] })
  return (
    <Confirmation
      order={(insist) => sendAll.run({ equipId: device.id, ...(insist && { insist }) })}
      onOrdered={onClose}
      onClose={onClose}
    >
      <p>{t('all.confirm', { code: device.code })}</p>
      <ul className={css.todo}>
        {boards.map(({ key, part }) => (
          <li key={key}>
            {t('all.step', {
              part: partName(part),
              from: part.currSwVersion ?? t('unreported'),
              to: part.newestSwVersion ?? '',
            })}
          </li>
        ))}
      </ul>
      {boards.length > 1 && <p>{t('all.order')}</p>}
    </Confirmation>
  )
}
