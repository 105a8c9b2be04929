import { type ExportTab, telemetry } from '@wattkeeper/contracts/api/telemetry'
import { catalogue } from '@wattkeeper/contracts/link'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { notify } from '../../../api/notices.ts'
import { useDownload } from '../../../api/useTransfer.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { useText } from '../text.ts'
import type { Range } from './range.ts'

const ConfirmBox = lazy(async () => ({
  default: (await import('../../../ui/form/ConfirmBox.tsx')).ConfirmBox,
}))

interface Props {
  readonly device: DeviceDialogProps['device']
  readonly board: ExportTab
  readonly range: Range
}

const mebibyte = 1024 * 1024

/** Exports the board's readings of the chosen time; a click while it runs cancels. */
export function ExportButton({ device, board, range }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { start, cancel, isRunning, receivedBytes } = useDownload(telemetry.exportAll, {
    failed: (reason) => t('export.reason', { reason }),
  })
  const { from, to } = range
  const ask = () => (from === undefined ? notify.warning(t('export.noRange')) : setAsking(true))
  const run = () => {
    setAsking(false)
    void start({
      tab: board,
      equipId: device.id,
      ...(from !== undefined && { startTime: from }),
      ...(to !== undefined && { endTime: to }),
    })
  }
  if (isRunning) {
    const size = `${(receivedBytes / mebibyte).toFixed(1)} MB`
    return <Button onClick={cancel}>{t('export.running', { size })}</Button>
  }
  return (
    <>
      <Button onClick={ask}>{t('export')}</Button>
      {isAsking && (
        <Suspense>
          <ConfirmBox onConfirm={run} onClose={() => setAsking(false)}>
            <p>{t('export.confirm')}</p>
            <p>
              {t('export.what', { code: device.code, board: catalogue[board][language] })} · {from} –{' '}
              {to ?? '…'}
            </p>
          </ConfirmBox>
        </Suspense>
      )}
    </>
  )
}
