import { type Board, describeBoard } from '@wattkeeper/contracts/link'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { SignalLines } from '../../../ui/signal/SignalLines.tsx'
import { canBeDrawn } from '../../../ui/signal/signals.ts'
import { dateTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { useText } from '../text.ts'
import { type Range, useChartSpan } from './range.ts'
import css from '../runtime.module.css'

const mostLines = 4
const chartHeight = 130

/** What is drawn before anybody chooses: what an engineer looks at first. */
const firstLook: Readonly<Partial<Record<Board, readonly string[]>>> = {
  sc: ['outputPower', 'inputPower'],
  bms: ['soc', 'current'],
  andersen: ['inputVoltage', 'outputVoltage'],
  pcs: ['acPower', 'dcPower'],
  mppt: ['pvVoltage', 'pvCurrent'],
  basic: ['bmsSOC', 'pv1power', 'pv2power'],
}

interface Props {
  readonly device: DeviceDialogProps['device']
  readonly board: Board
  readonly range: Range
  /** A dragged range: the table takes the same. */
  readonly onRange: (range: Range) => void
}

export function BoardChart({ device, board, range, onRange }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const zone = usePlatformZone()
  const [fields, setFields] = useState(firstLook[board] ?? [])
  const span = useChartSpan(range)
  const signals = describeBoard(board).signals.filter(canBeDrawn)
  return (
    <div className={css.chart}>
      <label className={css.pick}>
        {t('signals.pick')}
        <Select
          mode="multiple"
          size="small"
          aria-label={t('signals.pick')}
          placeholder={t('signals.most', { count: mostLines })}
          maxCount={mostLines}
          maxTagCount="responsive"
          value={[...fields]}
          options={signals.map((signal) => ({ value: signal.name, label: signal[language] }))}
          optionFilterProp="label"
          onChange={setFields}
        />
      </label>
      <SignalLines
        deviceId={device.id}
        {...{ board, fields, ...span }}
        height={chartHeight}
        onZoom={({ from, to }) => onRange({ from: dateTime(from, zone), to: dateTime(to, zone) })}
      />
    </div>
  )
}
