import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useUiText } from '../text.ts'
import { bytes } from './bytes.ts'
import css from './upload.module.css'

interface Props {
  readonly progress: {
    readonly sentBytes: number
    readonly totalBytes: number
    readonly bytesPerS: number
  }
  /** What the server does once everything has arrived. */
  readonly checking: string
  readonly onCancel: () => void
}

/** How much has gone out and how fast; after that the server has its work with it. */
export function UploadProgress({ progress, checking, onCancel }: Props): ReactNode {
  const t = useUiText()
  const { sentBytes, totalBytes, bytesPerS } = progress
  const isSent = totalBytes > 0 && sentBytes >= totalBytes
  const said = isSent
    ? checking
    : t('upload.sending', { sent: bytes(sentBytes), total: bytes(totalBytes), speed: bytes(bytesPerS) })
  return (
    <div className={css.progress} role="status">
      <progress aria-label={said} {...(!isSent && { max: Math.max(1, totalBytes), value: sentBytes })} />
      <span>{said}</span>
      {!isSent && (
        <Button size="small" onClick={onCancel}>
          {t('upload.cancel')}
        </Button>
      )}
    </div>
  )
}
