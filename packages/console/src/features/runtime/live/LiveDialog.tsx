import { devices } from '@wattkeeper/contracts/api/devices'
import { type LiveView, telemetry } from '@wattkeeper/contracts/api/telemetry'
import { catalogue, isBoard } from '@wattkeeper/contracts/link'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { OnlineDot } from '../../../ui/OnlineDot.tsx'
import { Empty } from '../../../ui/table/Empty.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import { Controls } from './Controls.tsx'
import { PowerFlow } from './PowerFlow.tsx'
import css from './live.module.css'
import shared from '../runtime.module.css'

const width = 860
const readEveryMs = 3_000

/** A portable power station as it is now, and its switches. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const view = useData(
    telemetry.live,
    { equipId: device.id },
    { pollMs: readEveryMs, live: ['commands'], quiet: true },
  )
  return (
    <Modal
      open
      centered
      width={width}
      title={
        <div className={shared.title}>
          <span>{t('live.title', { code: device.code })}</span>
          <OnlineDot isOnline={device.isOnline} />
        </div>
      }
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {device.isOnline === 0 && (
        <p className={shared.banner} role="status">
          {t('live.offline')}
        </p>
      )}
      {view.failure && !view.data ? (
        <Empty failure={view.failure} isFiltered={false} onRetry={view.refresh} />
      ) : (
        <>
          <section aria-label={t('live.flow')}>
            <PowerFlow view={view.data} />
          </section>
          <h2 className={shared.heading}>{t('live.switches')}</h2>
          <Controls device={device} view={view.data} />
          <h2 className={shared.heading}>{t('live.values')}</h2>
          <Values view={view.data} />
          <Ages deviceId={device.id} />
        </>
      )}
    </Modal>
  )
}

type ValueName = Exclude<keyof LiveView, 'lightLineStatus' | 'usbStatus' | 'dcStatus' | 'acStatus'>

/** In the specification's order, the sums first. */
const values: readonly (readonly [name: ValueName, unit: string])[] = [
  ['soc', '%'],
  ['totalU', 'V'],
  ['totalI', 'A'],
  ['outputPower', 'W'],
  ['inputPower', 'W'],
  ['inverterOutputPower', 'W'],
  ['pcsInputPower', 'W'],
  ['mpptPower', 'W'],
  ['andersonOutputPower', 'W'],
  ['clOutputPower', 'W'],
  ['usbaOutputPower', 'W'],
  ['typeC1OutputPower', 'W'],
  ['typeC2OutputPower', 'W'],
  ['wirelessChargePower', 'W'],
  ['fastChargeOutputPower', 'W'],
  ['otherOutputPower', 'W'],
]

function Values({ view }: { readonly view: LiveView | undefined }): ReactNode {
  const t = useText()
  return (
    <dl className={css.values}>
      {values.map(([name, unit]) => {
        const value = view?.[name] ?? null
        return (
          <div key={name} data-missing={value === null}>
            <dt>{t(`value.${name}`)}</dt>
            <dd>{value === null ? t('value.none') : `${Number(value.toPrecision(7))} ${unit}`}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** How old each board's part of the view is. */
function Ages({ deviceId }: { readonly deviceId: number }): ReactNode {
  const t = useText()
  const language = useLanguage()
  const state = useData(devices.state, { equipId: deviceId }, { pollMs: readEveryMs, quiet: true })
  const boards = state.data?.boards ?? []
  return (
    <p className={css.ages}>
      <span>{t('live.ages')}</span>
      {boards.map(
        ({ board, reportedAt }) =>
          isBoard(board) && (
            <span key={board}>
              {catalogue[board][language]} <Time at={reportedAt} />
            </span>
          ),
      )}
    </p>
  )
}
