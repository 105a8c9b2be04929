import type { BoardRow } from '@wattkeeper/contracts/api/telemetry'
import { type Board, type Signal, type UnitsDescription, describeBoard } from '@wattkeeper/contracts/link'
import Checkbox from 'antd/es/checkbox'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/i18n.ts'
import { useText } from '../text.ts'
import { SignalValue } from '../../../ui/signal/SignalValue.tsx'
import { SmallTable } from '../SmallTable.tsx'
import { canBeDrawn } from '../../../ui/signal/signals.ts'
import css from './detail.module.css'

export interface Drawing {
  /** The names of the signals that are drawn. */
  readonly fields: readonly string[]
  readonly most: number
  readonly toggle: (field: string) => void
}

interface Props {
  readonly board: Board
  readonly row: BoardRow
  readonly drawing: Drawing
}

/** Every signal of a board with its newest value; the measured ones can be ticked to be drawn. */
export function BoardValues({ board, row, drawing }: Props): ReactNode {
  const { signals, units } = describeBoard(board)
  return (
    <>
      <ul className={css.values}>
        {signals.map((signal) => (
          <li key={signal.name} data-long={signal.kind === 'list'}>
            <Name signal={signal} drawing={drawing} />
            <span className={css.value}>
              <SignalValue signal={signal} value={row[signal.name]} />
              <Unit signal={signal} />
            </span>
          </li>
        ))}
      </ul>
      {units && (
        <div className={css.units}>
          <Units units={units} rows={row[units.field]} />
        </div>
      )}
    </>
  )
}

function Unit({ signal }: { readonly signal: Signal }): ReactNode {
  const unit = signal.shownAs?.unit ?? signal.unit
  return unit && <small> {unit}</small>
}

function Name({ signal, drawing }: { readonly signal: Signal; readonly drawing: Drawing }): ReactNode {
  const t = useText()
  const language = useLanguage()
  const name = signal[language]
  if (!canBeDrawn(signal)) return <span className={css.signal}>{name}</span>
  const isDrawn = drawing.fields.includes(signal.name)
  const isFull = !isDrawn && drawing.fields.length >= drawing.most
  return (
    <Checkbox
      className={css.signal}
      checked={isDrawn}
      disabled={isFull}
      aria-label={t('data.show', { name })}
      title={isFull ? t('data.most', { count: drawing.most }) : undefined}
      onChange={() => drawing.toggle(signal.name)}
    >
      {name}
    </Checkbox>
  )
}

interface UnitsProps {
  readonly units: UnitsDescription
  readonly rows: unknown
}

type UnitRow = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is UnitRow => typeof value === 'object' && value !== null

/** The bays of a cabinet, one row each. */
function Units({ units, rows }: UnitsProps): ReactNode {
  const t = useText()
  const language = useLanguage()
  const headed = ({ unit, ...words }: Signal) => (unit ? `${words[language]} (${unit})` : words[language])
  return (
    <SmallTable<UnitRow>
      label={units[language]}
      empty={t('data.empty')}
      rows={Array.isArray(rows) ? rows.filter(isRow) : []}
      keyOf={(row) => String(row[units.key])}
      columns={[
        { key: units.key, title: units[language], isNumber: true, show: (row) => String(row[units.key]) },
        ...units.signals.map((signal) => ({
          key: signal.name,
          title: headed(signal),
          isNumber: signal.kind === 'number',
          show: (row: UnitRow) => <SignalValue signal={signal} value={row[signal.name]} />,
        })),
      ]}
    />
  )
}
