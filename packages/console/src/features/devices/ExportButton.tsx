import { type DeviceSelection, devices } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useDownload } from '../../api/useTransfer.ts'
import { bytes } from '../../ui/upload/bytes.ts'
import { useText } from './text.ts'

/** Exports what the filter shows, all pages of it; a second click while it runs cancels. */
export function ExportButton({ selection }: { readonly selection: DeviceSelection }): ReactNode {
  const t = useText()
  const { start, cancel, isRunning, receivedBytes } = useDownload(devices.exportAll)
  if (!isRunning) return <Button onClick={() => void start(selection)}>{t('action.export')}</Button>
  return (
    <Button onClick={cancel} title={t('action.cancelExport')}>
      {t('export.running', { size: bytes(receivedBytes) })}
    </Button>
  )
}
