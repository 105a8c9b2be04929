import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import Button from 'antd/es/button'
import type { TableProps } from 'antd/es/table'
import type { MouseEvent, ReactNode } from 'react'
import css from './table.module.css'

/** What opens below a row. */
export interface Expansion<T> {
  /** Said of the button that opens it. */
  readonly label: string
  readonly render: (row: T) => ReactNode
}

const width = 44

interface Rows<T> {
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => number | string
  /** Keys of those that are open. */
  readonly opened?: readonly string[] | undefined
  readonly setOpened?: ((keys: readonly string[]) => void) | undefined
}

/** antd's expandable rows, with a button that says what it opens. Which are open is the screen's to keep, if it does. */
export function expandable<T>(
  { label, render }: Expansion<T>,
  { rows, keyOf, opened, setOpened }: Rows<T>,
): NonNullable<TableProps<T>['expandable']> {
  const isOpen = new Set(opened)
  return {
    ...(opened && {
      expandedRowKeys: rows.map(keyOf).filter((key) => isOpen.has(String(key))),
      onExpandedRowsChange: (keys) => setOpened?.(keys.map(String)),
    }),
    columnWidth: width,
    columnTitle: <span className="wk-visually-hidden">{label}</span>,
    expandedRowRender: render,
    expandIcon: expander(label),
  }
}

/** Rows that unfold into rows of their own kind (`children`); all are unfolded at first. */
export function treeRows<T>(label: string): NonNullable<TableProps<T>['expandable']> {
  return { defaultExpandAllRows: true, indentSize: 20, expandIcon: expander(label) }
}

interface Expander<T> {
  readonly expanded: boolean
  /** False of a leaf. */
  readonly expandable: boolean
  readonly onExpand: (record: T, event: MouseEvent<HTMLElement>) => void
  readonly record: T
}

function expander<T>(label: string): (props: Expander<T>) => ReactNode {
  return function Expander({ expanded, expandable: isExpandable, onExpand, record }) {
    if (!isExpandable) return <span className={css.leaf} />
    return (
      <Button
        type="text"
        size="small"
        aria-label={label}
        aria-expanded={expanded}
        title={label}
        icon={<RightOutlined className={css.expander} data-open={expanded} />}
        onClick={(event) => onExpand(record, event)}
      />
    )
  }
}
