import { type UpgradeTask, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import type { ReactNode } from 'react'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { useText } from './text.ts'

interface Props {
  readonly task: UpgradeTask
  readonly onClose: () => void
}

export function RemoveTask({ task: { id, code, status }, onClose }: Props): ReactNode {
  const t = useText()
  const isRunning = status === 1
  return (
    <ConfirmDelete
      route={upgradeTasks.remove}
      input={{ id }}
      alsoRefresh={['rollouts']}
      kind={t('kind')}
      name={code}
      said={[t('remove.said'), ...(isRunning ? [t('remove.running')] : [])].join(' ')}
      onClose={onClose}
    />
  )
}
