import { logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import { useNow } from '../../ui/time/useNow.ts'
import { sizeText } from './days.ts'
import { useText } from './text.ts'
import type { Running } from './useExtraction.ts'
import css from './log-extraction.module.css'

interface Props {
  readonly running: Running
  readonly onCancel: () => void
}

const lookEveryMs = 1_000

/** Where the log is on its way: asked for, coming in, going out to the browser. */
export function ExtractionProgress({ running, onCancel }: Props): ReactNode {
  const t = useText()
  const { code, startedAt, receivedBytes } = running
  const isWaiting = receivedBytes === 0
  const options = { enabled: isWaiting, pollMs: lookEveryMs, quiet: true }
  const { data } = useData(logExtraction.progress, { equipCode: code }, options)
  const now = useNow(lookEveryMs)
  const said = !isWaiting
    ? t('stage.sending', { size: sizeText(receivedBytes) })
    : data?.state === 'receiving'
      ? t('stage.receiving', { size: sizeText(data.receivedBytes) })
      : t('stage.asked')
  const seconds = Math.max(0, Math.round((now - startedAt) / 1_000))
  return (
    <div className={css.progress} role="status">
      <strong>{code}</strong>
      <progress aria-label={said} />
      <span>{said}</span>
      <span className={css.quiet}>{t('stage.since', { seconds })}</span>
      <Button size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
