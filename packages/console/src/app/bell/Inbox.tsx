import { type Notice, notifications } from '@wattkeeper/contracts/api/notifications'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useAction, useData } from '../../api/queries.ts'
import { useRolloutPath } from '../../ui/rollout/links.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import css from './bell.module.css'

const portion = 20
const settingsPath = '/maintenance/notification'

/** The newest messages; one that is opened is read. */
export function Inbox({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const [shown, setShown] = useState(portion)
  const { data, failure } = useData(
    notifications.inbox,
    { pageNum: 1, pageSize: shown },
    { live: ['notifications'], quiet: true },
  )
  const read = useAction(notifications.read, { quiet: true })
  const hasUnread = data?.rows.some(({ isRead }) => isRead === 0) ?? false
  return (
    <Drawer
      open
      size={420}
      title={t('title')}
      onClose={onClose}
      extra={
        <Button size="small" disabled={!hasUnread} onClick={() => void read.run({})}>
          {t('readAll')}
        </Button>
      }
      footer={
        <Link to={settingsPath} onClick={onClose}>
          {t('settings')}
        </Link>
      }
    >
      {failure && <p role="alert">{failure.message}</p>}
      {data?.rows.length === 0 && <p className={css.none}>{t('none')}</p>}
      <ul className={css.list}>
        {data?.rows.map((notice) => (
          <Message
            key={notice.id}
            of={notice}
            onRead={() => void read.run({ ids: [notice.id] })}
            onLeave={onClose}
          />
        ))}
      </ul>
      {data && data.total > data.rows.length && (
        <Button block onClick={() => setShown(shown + portion)}>
          {t('more')}
        </Button>
      )}
    </Drawer>
  )
}

interface Props {
  readonly of: Notice
  readonly onRead: () => void
  readonly onLeave: () => void
}

function Message({ of, onRead, onLeave }: Props): ReactNode {
  const t = useText()
  const { title, lines, isRead, createTime, equipId, rolloutId, level } = of
  const pathOf = useRolloutPath()
  const rolloutPath = rolloutId === null ? undefined : pathOf(rolloutId)
  return (
    <li className={css.message} data-read={isRead} data-level={level ?? 0}>
      <details onToggle={(event) => event.currentTarget.open && isRead === 0 && onRead()}>
        <summary>
          <span className={css.title}>
            {isRead === 0 && <span className="wk-visually-hidden">{t('unread')} </span>}
            {title}
          </span>
          <Time at={createTime} />
        </summary>
        <ul className={css.lines}>
          {lines.map((line, place) => (
            <li key={`${place} ${line}`}>{line}</li>
          ))}
        </ul>
        {equipId !== null && (
          <Link to={`/equipentry/detail?id=${equipId}`} onClick={onLeave}>
            {t('device')}
          </Link>
        )}
        {rolloutPath !== undefined && (
          <Link to={rolloutPath} onClick={onLeave}>
            {t('rollout')}
          </Link>
        )}
      </details>
    </li>
  )
}
