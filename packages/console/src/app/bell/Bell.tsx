import { notifications } from '@wattkeeper/contracts/api/notifications'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { useText } from './text.ts'
import css from './bell.module.css'

const Inbox = lazy(async () => ({ default: (await import('./Inbox.tsx')).Inbox }))
const mostShown = 99

/** How many messages are unread; opened, the newest of them. */
export function Bell(): ReactNode {
  const may = useMay()
  return may(notifications.unread) ? <Rung /> : null
}

function Rung(): ReactNode {
  const t = useText()
  const { data } = useData(notifications.unread, {}, { live: ['notifications'], quiet: true })
  const [isOpen, setOpen] = useState(false)
  const count = data?.count ?? 0
  return (
    <>
      <button
        type="button"
        className={css.bell}
        aria-label={count === 0 ? t('open') : t('openUnread', { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <BellOutlined aria-hidden />
        {count > 0 && (
          <span className={css.count} aria-hidden="true">
            {count > mostShown ? `${mostShown}+` : count}
          </span>
        )}
      </button>
      <Suspense>{isOpen && <Inbox onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
