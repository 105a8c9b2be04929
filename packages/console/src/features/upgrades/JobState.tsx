import { type UpgradeProgressEntry, upgradeStates, upgrades } from '@wattkeeper/contracts/api/upgrades'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Can } from '../../api/profile.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { dateTime } from '../../ui/time/format.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { useOutcomeText } from '../../ui/upgrade/outcome.ts'
import { isUnderWay } from './boards.ts'
import { useText } from './text.ts'
import css from './upgrades.module.css'

interface Props {
  readonly job: UpgradeProgressEntry
  /** The board's. */
  readonly name: string
  readonly onCancel: () => void
}

const tones = {
  waiting: 'idle',
  sent: 'info',
  running: 'info',
  proving: 'info',
  success: 'good',
  failed: 'bad',
  canceled: 'idle',
} as const

/** How far the newest upgrade of a board has come, or how it ended and why. */
export function JobState({ job, name, onCancel }: Props): ReactNode {
  const t = useText()
  const said = useWords()
  const { state, version, versionBefore, progPercent, createTime } = job
  const percent = Math.round(progPercent)
  return (
    <div className={css.job} data-state={state} role="status">
      <Tag tone={tones[state]}>{said(upgradeStates[state])}</Tag>
      <span className={css.from}>{t('progress.to', { from: versionBefore ?? '—', to: version })}</span>
      {isUnderWay(job) && state !== 'waiting' && (
        <span className={css.percent}>
          <progress aria-label={t('progress.of', { part: name })} max={100} value={percent} />
          {percent}%
        </span>
      )}
      <Remark job={job} />
      <span className={css.at}>
        <Time at={createTime} />
      </span>
      {state === 'waiting' && (
        <Can use={upgrades.cancel}>
          <Button size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Can>
      )}
    </div>
  )
}

function Remark({ job }: Pick<Props, 'job'>): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const outcome = useOutcomeText()(job)
  if (outcome) return <span className={css.reason}>{outcome}</span>
  if (job.state === 'proving') return <span className={css.remark}>{t('progress.proving')}</span>
  if (job.state !== 'waiting') return null
  const time = dateTime(Date.parse(job.expireTime), zone)
  return <span className={css.remark}>{t('progress.until', { time })}</span>
}
