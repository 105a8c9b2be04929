import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { type ReactNode, useEffect, useState } from 'react'
import { useUiText } from './text.ts'
import css from './ui.module.css'

interface Props {
  readonly text: string
  readonly children?: ReactNode
}

const confirmedForMs = 1500

/** A text with a button that copies it. */
export function Copyable({ text, children }: Props): ReactNode {
  const t = useUiText()
  const [copies, setCopies] = useState(0)
  const [isConfirmed, setConfirmed] = useState(false)
  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setConfirmed(false), confirmedForMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      setConfirmed(true)
      setCopies((count) => count + 1)
    })
  return (
    <span className={css.copyable}>
      <span>{children ?? text}</span>
      <button type="button" onClick={copy} aria-label={`${t('copy')} ${text}`} title={t('copy')}>
        {isConfirmed ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
      <span className="wk-visually-hidden" role="status">
        {isConfirmed ? t('copied') : ''}
      </span>
    </span>
  )
}
