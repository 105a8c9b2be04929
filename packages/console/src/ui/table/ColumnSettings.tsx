import Checkbox from 'antd/es/checkbox'
import type { ReactNode } from 'react'
import { useUiText } from '../text.ts'
import {
  type Column,
  type Density,
  type TableSettings,
  defaultSettings,
  isShown,
  moved,
  orderedColumns,
  toggled,
} from './columns.ts'
import css from './table.module.css'

interface Props<T> {
  readonly columns: readonly Column<T>[]
  readonly settings: TableSettings
  readonly onChange: (next: TableSettings) => void
}

const densities: readonly (readonly [Density, 'table.dense' | 'table.normal' | 'table.loose'])[] = [
  ['small', 'table.dense'],
  ['middle', 'table.normal'],
  ['large', 'table.loose'],
]

/** Which columns, in which order, how dense. */
export function ColumnSettings<T>({ columns, settings, onChange }: Props<T>): ReactNode {
  const t = useUiText()
  const movable = orderedColumns(columns, settings.order)
  const move = (key: string, by: -1 | 1) => onChange(moved(columns, settings, { key, by }))
  return (
    <div className={css.settings} role="dialog" aria-label={t('table.settings')}>
      <div className={css.densities} role="group" aria-label={t('table.density')}>
        {densities.map(([density, name]) => (
          <button
            key={density}
            type="button"
            aria-pressed={settings.density === density}
            onClick={() => onChange({ ...settings, density })}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <ul>
        {movable.map((column) => (
          <li key={column.key}>
            <Checkbox
              checked={isShown(column, settings)}
              disabled={column.isEssential ?? false}
              onChange={() => onChange(toggled(column, settings))}
            >
              {column.title}
            </Checkbox>
            {!column.fixed && (
              <span>
                <button
                  type="button"
                  aria-label={t('table.up', { name: column.title })}
                  onClick={() => move(column.key, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={t('table.down', { name: column.title })}
                  onClick={() => move(column.key, 1)}
                >
                  ↓
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className={css.restore} onClick={() => onChange(defaultSettings)}>
        {t('table.default')}
      </button>
    </div>
  )
}
