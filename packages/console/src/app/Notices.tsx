import { type ReactNode, useEffect, useState } from 'react'
import { type Notice, dismissNotice, notices } from '../api/notices.ts'
import { useStore } from '../api/store.ts'
import { useText } from './text.ts'
import css from './notices.module.css'

/** Messages at the top: success 3 s, error 5 s, held while the pointer or the focus is on them. */
export function Notices(): ReactNode {
  const shown = useStore(notices)
  return (
    <div className={css.stack} aria-live="polite" role="status">
      {shown.map((notice) => (
        <OneNotice key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

const marks = { success: '✓', error: '!', warning: '!', info: 'i' } as const

function OneNotice({ notice }: { readonly notice: Notice }): ReactNode {
  const t = useText()
  const [isHeld, setHeld] = useState(false)
  const { id, kind, text, requestId, forMs, times } = notice
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissNotice(id), forMs)
    return () => clearTimeout(timer)
  }, [id, forMs, times, isHeld])
  return (
    <div
      className={css.notice}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.mark} aria-hidden="true">
        {marks[kind]}
      </span>
      <span className={css.text}>{text}</span>
      {requestId && <RequestId id={requestId} />}
      <button
        type="button"
        className={css.close}
        aria-label={t('notice.close')}
        onClick={() => dismissNotice(id)}
      >
        ×
      </button>
    </div>
  )
}

function RequestId({ id }: { readonly id: string }): ReactNode {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(id).then(() => setCopied(true))
  return (
    <button type="button" className={css.request} onClick={copy} title={`${t('notice.request')} ${id}`}>
      {isCopied ? t('notice.copied') : t('notice.copy')}
    </button>
  )
}
