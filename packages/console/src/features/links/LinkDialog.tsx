import { links } from '@wattkeeper/contracts/api/links'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useEffect, useRef } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { useData } from '../../api/queries.ts'
import { Time } from '../../ui/time/Time.tsx'
import { Chain } from './Chain.tsx'
import { useText } from './text.ts'
import css from './links.module.css'

const width = 760
const debounceMs = 500

/** The way from a phone to a device and back, each hop as it was just measured. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const { data, failure, isLoading, refresh } = useData(
    links.connection,
    { equipId: device.id },
    { quiet: true, staleTimeMs: 0 },
  )
  const refreshSoon = useDebounced(refresh)
  const dark = data?.hops.filter(({ isConnected }) => !isConnected).length ?? 0
  return (
    <Modal
      open
      title={t('title', { code: device.code })}
      width={width}
      onCancel={onClose}
      footer={
        <div className={css.foot}>
          <span role="status">
            {isLoading ? (
              t('measuring')
            ) : (
              <>
                {t('measured')} <Time at={data?.measuredTime} />
              </>
            )}
          </span>
          <Button onClick={refreshSoon}>{t('refresh')}</Button>
        </div>
      }
    >
      {failure && <p role="alert">{t('failed', { message: failure.message })}</p>}
      {data ? (
        <div data-loading={isLoading} className={css.body}>
          <p className={css.verdict} data-dark={dark > 0}>
            {dark === 0 ? t('allWell') : t('someDark', { count: dark })}
          </p>
          <Chain hops={data.hops} />
        </div>
      ) : (
        !failure && <div className={css.waiting} aria-hidden="true" />
      )}
    </Modal>
  )
}

/** However often it is pressed, it happens once when the pressing has ended. */
function useDebounced(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, debounceMs)
  }
}
