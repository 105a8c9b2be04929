import { type BatteryInfo, batteries } from '@wattkeeper/contracts/api/batteries'
import { catalogue, directionOf, readValue } from '@wattkeeper/contracts/link'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { useData } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import { Time } from '../../ui/time/Time.tsx'
import { Cells } from './Cells.tsx'
import { Places } from './Places.tsx'
import { useText } from './text.ts'
import css from './battery.module.css'

const width = 880
/** The stream does not tell of every message. */
const readEveryMs = 5_000

/** A battery from within: its cells, its health, and where it was. Of an offline one what it said last. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const { data, failure } = useData(
    batteries.info,
    { equipId: device.id },
    { pollMs: readEveryMs, live: ['devices'], quiet: true },
  )
  return (
    <Modal open title={t('title', { code: device.code })} width={width} footer={null} onCancel={onClose}>
      {failure && (
        <p className={css.warning} role="status">
          {t('failed', { reason: failure.message })}
        </p>
      )}
      {data === null && <p>{t('none')}</p>}
      {data && (
        <>
          <p className={data.isOnline === 1 ? css.at : css.warning}>
            {t(data.isOnline === 1 ? 'at.online' : 'at.offline')} <Time at={data.reportTime} />
          </p>
          <Facts values={data.values} />
          <h2 className={css.title}>{t('cells.title')}</h2>
          <Cells voltages={data.values.cellVolts ?? []} />
        </>
      )}
      {data === undefined && !failure && <div className={css.wait} role="status" aria-busy />}
      <h2 className={css.title}>{t('place.title')}</h2>
      <Places device={device} />
    </Modal>
  )
}

type Values = BatteryInfo['values']

const figure = (value: number | null, decimals = 0): string =>
  value === null ? '—' : String(Number(value.toFixed(decimals)))

const stateSignal = catalogue.battery.signals.find(({ name }) => name === 'chargeState')

/** What the battery says of its state; where it says nothing, what its current says. */
function useStateWord({ chargeState, current }: Values): string {
  const said = useWords()
  const read = (stateSignal && readValue(stateSignal, chargeState)) ?? directionOf(current)
  return typeof read === 'object' && read !== null ? said(read) : String(read ?? '—')
}

function Facts({ values }: { readonly values: Values }): ReactNode {
  const t = useText()
  const { soc, soh, cycleCount, voltage, current, power, cellTempMin, cellTempMax } = values
  return (
    <dl className={css.facts}>
      <Gauge name={t('fact.soc')} value={soc} />
      <Gauge name={t('fact.soh')} value={soh} />
      <Fact name={t('fact.state')} value={useStateWord(values)} />
      <Fact name={t('fact.cycles')} value={figure(cycleCount)} />
      <Fact name={t('fact.voltage')} value={figure(voltage, 2)} unit="V" />
      <Fact name={t('fact.current')} value={figure(current, 2)} unit="A" />
      <Fact name={t('fact.power')} value={figure(power)} unit="W" />
      <Fact name={t('fact.temp')} value={`${figure(cellTempMin, 1)} … ${figure(cellTempMax, 1)}`} unit="°C" />
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly value: string
  readonly unit?: string
}

const Fact = ({ name, value, unit }: FactProps): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {unit && <small> {unit}</small>}
    </dd>
  </div>
)

const lowPercent = 20

/** A share of a hundred, as a figure and as a bar. */
const Gauge = ({ name, value }: { readonly name: string; readonly value: number | null }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      {figure(value, 1)}
      <small> %</small>
      <span className={css.gauge} data-low={value !== null && value < lowPercent} aria-hidden="true">
        <span style={{ width: `${Math.min(100, Math.max(0, value ?? 0))}%` }} />
      </span>
    </dd>
  </div>
)
