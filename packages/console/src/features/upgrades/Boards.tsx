import { type UpgradeProgressEntry, upgrades } from '@wattkeeper/contracts/api/upgrades'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Can } from '../../api/profile.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { JobState } from './JobState.tsx'
import { type BoardState, isUnderWay } from './boards.ts'
import { useText } from './text.ts'
import { usePartName } from './usePartName.ts'
import css from './upgrades.module.css'

interface Props {
  readonly boards: readonly BoardState[]
  readonly onUpgrade: (board: BoardState) => void
  readonly onCancel: (job: UpgradeProgressEntry) => void
}

export function Boards({ boards, onUpgrade, onCancel }: Props): ReactNode {
  const t = useText()
  if (boards.length === 0) return <p className={css.none}>{t('none')}</p>
  return (
    <ul className={css.boards} aria-label={t('boards')}>
      {boards.map((board) => (
        <li key={board.key} data-part={board.part.partType}>
          <Board board={board} onUpgrade={() => onUpgrade(board)} onCancel={onCancel} />
        </li>
      ))}
    </ul>
  )
}

interface BoardProps extends Pick<Props, 'onCancel'> {
  readonly board: BoardState
  readonly onUpgrade: () => void
}

function Board({ board, onUpgrade, onCancel }: BoardProps): ReactNode {
  const t = useText()
  const partName = usePartName()
  const { part, job } = board
  const { currSwVersion, newestSwVersion, canUpgrade } = part
  return (
    <>
      <div className={css.name}>
        <strong>{partName(part)}</strong>
        <code>{part.partType}</code>
      </div>
      <dl className={css.versions}>
        <div>
          <dt>{t('current')}</dt>
          <dd>{currSwVersion ?? t('unreported')}</dd>
        </div>
        <div>
          <dt>{t('newest')}</dt>
          <dd>
            {newestSwVersion ?? t('noVersion')}{' '}
            {newestSwVersion !== null && (
              <Tag tone={canUpgrade ? 'info' : 'idle'}>{t(canUpgrade ? 'canUpgrade' : 'upToDate')}</Tag>
            )}
          </dd>
        </div>
      </dl>
      <div className={css.deeds}>
        <Can use={upgrades.send}>
          <UpgradeButton board={board} onUpgrade={onUpgrade} />
        </Can>
      </div>
      {job && <JobState job={job} name={partName(part)} onCancel={() => onCancel(job)} />}
    </>
  )
}

function UpgradeButton({ board, onUpgrade }: Pick<BoardProps, 'board' | 'onUpgrade'>): ReactNode {
  const t = useText()
  const { part, job } = board
  const isBusy = job !== undefined && isUnderWay(job)
  return (
    <Button
      size="small"
      type={part.canUpgrade && !isBusy ? 'primary' : 'default'}
      disabled={isBusy}
      {...(isBusy && { title: t('upgrading') })}
      onClick={onUpgrade}
    >
      {t('upgrade')}
    </Button>
  )
}
