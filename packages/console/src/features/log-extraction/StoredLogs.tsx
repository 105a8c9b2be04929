import { type StoredLog, logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useDownload } from '../../api/useTransfer.ts'
import { dateTime } from '../../ui/time/format.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { sizeText } from './days.ts'
import { useText } from './text.ts'
import css from './log-extraction.module.css'

interface Props {
  readonly logs: readonly StoredLog[]
  readonly opened: string | undefined
  readonly onRead: (name: string) => void
}

const minuteMs = 60_000
const dayMs = 86_400_000
const dayLength = 10

/** What the platform keeps of one device, newest first. */
export function StoredLogs({ logs, opened, onRead }: Props): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const now = useNow(minuteMs)
  const file = useDownload(logExtraction.read)
  const day = (at: string) => dateTime(Date.parse(at), zone).slice(0, dayLength)
  const daysLeft = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - now) / dayMs))
  return (
    <>
      <h3 className={css.count}>{t('stored', { count: logs.length })}</h3>
      <ul className={css.logs} aria-label={t('stored.label')}>
        {logs.map((log) => (
          <li key={log.name} data-opened={log.name === opened}>
            <div>
              <strong>{log.name}</strong>
              <span className={css.quiet}>
                {t('of', { level: log.levelName, start: day(log.startTime), end: day(log.endTime) })}
              </span>
              <span className={css.quiet}>
                {sizeText(log.size)} · <Time at={log.createTime} /> · {t('by', { name: log.createBy })}
                {log.expireTime !== null && ` · ${t('until', { days: daysLeft(log.expireTime) })}`}
              </span>
            </div>
            <Button size="small" onClick={() => onRead(log.name)}>
              {t('read')}
            </Button>
            <Button
              size="small"
              disabled={file.isRunning}
              onClick={() => void file.start({ name: log.name })}
            >
              {t('save')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
