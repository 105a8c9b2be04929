import { type UpgradeTask, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { useText } from './text.ts'

interface Props {
  readonly task: UpgradeTask
  readonly onClose: () => void
}

export function RemoveTask({ task: { id, code, status }, onClose }: Props): ReactNode {
  const t = useText()
  const remove = useAction(upgradeTasks.remove, { alsoRefresh: ['rollouts'] })
  const isRunning = status === 1
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={code}
      said={[t('remove.said'), ...(isRunning ? [t('remove.running')] : [])].join(' ')}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}
