import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import type { Progress } from '../../../api/transfer.ts'
import { useText } from '../text.ts'
import { bytes } from './files.ts'
import css from './dialogs.module.css'

interface Props {
  readonly progress: Progress
  readonly onCancel: () => void
}

/** How much has gone out and how fast; after that the server reads the rows. */
export function UploadProgress({ progress, onCancel }: Props): ReactNode {
  const t = useText()
  const { sentBytes, totalBytes, bytesPerS } = progress
  const isSent = totalBytes > 0 && sentBytes >= totalBytes
  const said = isSent
    ? t('import.checking')
    : t('import.sending', { sent: bytes(sentBytes), total: bytes(totalBytes), speed: bytes(bytesPerS) })
  return (
    <div className={css.progress} role="status">
      <progress aria-label={said} {...(!isSent && { max: Math.max(1, totalBytes), value: sentBytes })} />
      <span>{said}</span>
      {!isSent && (
        <Button size="small" onClick={onCancel}>
          {t('import.cancel')}
        </Button>
      )}
    </div>
  )
}
