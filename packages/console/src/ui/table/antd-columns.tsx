import type { ColumnType } from 'antd/es/table'
import type { HTMLAttributes } from 'react'
import type { UrlPaging, UrlSort } from '../url/url-state.ts'
import { type Column, type TableSettings, isShown, orderedColumns } from './columns.ts'
import css from './table.module.css'

interface Look {
  readonly settings: TableSettings
  readonly sort: UrlSort | undefined
  readonly isMobile: boolean
  readonly onWidth: (key: string, width: number) => void
}

const defaultWidth = 140
const indexWidth = 64

/** What antd's header cell gets beside its own attributes. */
interface HeaderAttributes extends HTMLAttributes<HTMLElement> {
  readonly onWidth: (width: number) => void
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

function antdColumn<T>(column: Column<T>, { settings, sort, isMobile, onWidth }: Look): ColumnType<T> {
  const { key, title, render, isNumber, fixed, sortBy, isCut, isActions } = column
  const header = (): HeaderAttributes => ({ onWidth: (width) => onWidth(key, width) })
  return {
    key,
    title,
    width: settings.widths[key] ?? column.width ?? defaultWidth,
    // on a phone only the first column stays in sight
    ...(fixed && !(isMobile && fixed === 'right') && { fixed }),
    ...(isNumber && { align: 'right' as const, className: css.number ?? '' }),
    ...(isActions && { className: css.rowActions ?? '' }),
    ...(isCut && { ellipsis: true }),
    ...(sortBy && {
      sorter: (a: T, b: T) => compare(sortBy(a), sortBy(b)),
      sortOrder: sort?.key === key ? (sort.isDescending ? ('descend' as const) : ('ascend' as const)) : null,
    }),
    onHeaderCell: header,
    render: (_value: unknown, row: T, index: number) => render(row, index),
  }
}

export function antdColumns<T>(columns: readonly Column<T>[], look: Look): ColumnType<T>[] {
  return orderedColumns(columns, look.settings.order)
    .filter((column) => isShown(column, look.settings))
    .map((column) => antdColumn(column, look))
}

/** The specification's index column: counts on across pages. */
export function indexColumn<T>(title: string, { pageNum, pageSize }: UrlPaging): ColumnType<T> {
  return {
    key: 'wk-index',
    title,
    width: indexWidth,
    className: css.number ?? '',
    render: (_value: unknown, _row: T, index: number) => (pageNum - 1) * pageSize + index + 1,
  }
}

export const totalWidth = (columns: readonly { readonly width?: number | string }[]): number =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : defaultWidth), 0)
