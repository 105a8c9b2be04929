import type { ReactNode } from 'react'
import { cellsOf } from './cells.ts'
import { useText } from './text.ts'
import css from './battery.module.css'

const decimals = 3
const volts = (value: number) => value.toFixed(decimals)

/** Every cell as a bar; the lowest and the highest are marked in shape, colour and words. */
export function Cells({ voltages }: { readonly voltages: readonly number[] }): ReactNode {
  const t = useText()
  const known = cellsOf(voltages)
  if (!known) return <p>{t('cells.none')}</p>
  const { cells, lowest, highest, spreadMillivolts } = known
  const markOf = (cell: number) => (cell === lowest.cell ? 'min' : cell === highest.cell ? 'max' : undefined)
  return (
    <>
      <p className={css.legend}>
        <span data-mark="max">▲ {t('cells.max', { cell: highest.cell, volts: volts(highest.volts) })}</span>
        <span data-mark="min">▼ {t('cells.min', { cell: lowest.cell, volts: volts(lowest.volts) })}</span>
        <span>{t('cells.spread', { millivolts: spreadMillivolts })}</span>
      </p>
      <ol className={css.cells} aria-label={t('cells.title')}>
        {cells.map((each) => {
          const mark = markOf(each.cell)
          const name = t('cells.cell', { cell: each.cell, volts: volts(each.volts) })
          return (
            <li key={each.cell} data-mark={mark} title={name}>
              <span className="wk-visually-hidden">
                {name} {mark && t(mark === 'min' ? 'cells.isMin' : 'cells.isMax')}
              </span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ height: `${each.height * 100}%` }} />
              </span>
              <small aria-hidden="true">{each.cell}</small>
            </li>
          )
        })}
      </ol>
    </>
  )
}
