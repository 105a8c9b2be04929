import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { notify } from '../../api/notices.ts'
import { Can } from '../../api/profile.tsx'
import { OnlineDot } from '../../ui/OnlineDot.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Boards } from './Boards.tsx'
import { type BoardState, isUnderWay, upgradable } from './boards.ts'
import { useText } from './text.ts'
import { useUpgrades } from './useUpgrades.ts'
import css from './upgrades.module.css'

const VersionChoice = lazy(async () => ({ default: (await import('./VersionChoice.tsx')).VersionChoice }))
const UpgradeAll = lazy(async () => ({ default: (await import('./UpgradeAll.tsx')).UpgradeAll }))
const CancelUpgrade = lazy(async () => ({ default: (await import('./CancelUpgrade.tsx')).CancelUpgrade }))

const width = 920

type Asked =
  | { readonly kind: 'one'; readonly board: BoardState }
  | { readonly kind: 'all' }
  | { readonly kind: 'cancel'; readonly jobId: number }

/** The parts of a device, what they run and could run, and how far each upgrade has come. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const { boards, failure } = useUpgrades(device.id)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const todo = upgradable(boards ?? [])
  const askAll = () => {
    if (todo.length > 0) return setAsked({ kind: 'all' })
    // what is on its way already is no reason to say that there is nothing
    notify.warning(t(boards?.some(({ job }) => job && isUnderWay(job)) ? 'upgrading' : 'nothing.newer'))
  }
  return (
    <Modal
      open
      width={width}
      title={
        <span className={css.title}>
          {t('title', { code: device.code })} <OnlineDot isOnline={device.isOnline} />
        </span>
      }
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Can use={upgrades.sendAll}>
            <Button type="primary" disabled={!boards} onClick={askAll}>
              {t('upgradeAll')}
            </Button>
          </Can>
        </>
      }
    >
      {device.isOnline === 0 && <p className={css.offline}>{t('offline')}</p>}
      {failure && <Alert type="error" showIcon title={t('failed', { reason: failure.message })} />}
      {!boards && !failure && <Waiting />}
      {boards && (
        <Boards
          boards={boards}
          onUpgrade={(board) => setAsked({ kind: 'one', board })}
          onCancel={({ id }) => setAsked({ kind: 'cancel', jobId: id })}
        />
      )}
      <Suspense>
        {asked?.kind === 'one' && <VersionChoice device={device} board={asked.board} onClose={close} />}
        {asked?.kind === 'all' && <UpgradeAll device={device} boards={todo} onClose={close} />}
        {asked?.kind === 'cancel' && <CancelUpgrade device={device} jobId={asked.jobId} onClose={close} />}
      </Suspense>
    </Modal>
  )
}
