import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import Button from 'antd/es/button'
import type { TableProps } from 'antd/es/table'
import type { ReactNode } from 'react'
import css from './table.module.css'

/** What opens below a row. */
export interface Expansion<T> {
  /** Said of the button that opens it. */
  readonly label: string
  readonly render: (row: T) => ReactNode
}

const width = 44

/** antd's expandable rows, with a button that says what it opens. */
export function expandable<T>({ label, render }: Expansion<T>): NonNullable<TableProps<T>['expandable']> {
  return {
    columnWidth: width,
    columnTitle: <span className="wk-visually-hidden">{label}</span>,
    expandedRowRender: render,
    expandIcon: ({ expanded, onExpand, record }) => (
      <Button
        type="text"
        size="small"
        aria-label={label}
        aria-expanded={expanded}
        title={label}
        icon={<RightOutlined className={css.expander} data-open={expanded} />}
        onClick={(event) => onExpand(record, event)}
      />
    ),
  }
}
