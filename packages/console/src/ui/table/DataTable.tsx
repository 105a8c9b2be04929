import type { Page } from '@wattkeeper/contracts/kit'
import Pagination from 'antd/es/pagination'
import Table from 'antd/es/table'
import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useUiText } from '../text.ts'
import { useIsMobile } from '../useIsMobile.ts'
import { type UrlPaging, type UrlSort, firstPage, pageSizes } from '../url/url-state.ts'
import { Empty } from './Empty.tsx'
import { HeaderCell } from './HeaderCell.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { TableTools } from './TableTools.tsx'
import { type Expansion, expandable, treeRows } from './expandable.tsx'
import { antdColumns, indexColumn, totalWidth } from './antd-columns.tsx'
import { type Column, type RowActions, actionsColumn } from './columns.ts'
import { useTableSettings } from './settings.ts'
import { useChangedRows } from './useChangedRows.ts'
import { useFillHeight } from './useFillHeight.ts'
import { useScrollFocus } from './useScrollFocus.ts'
import css from './table.module.css'

/** What `useData` gives of a list. */
export interface TableData<T> {
  readonly data: Page<T> | undefined
  readonly isFirst: boolean
  readonly isOld: boolean
  readonly isLoading: boolean
  readonly failure: { readonly message: string; readonly requestId?: string | undefined } | undefined
  readonly readAt: number
  readonly refresh: () => void
}

/** What `useUrlState` gives; a table in a dialog keeps the same in a state of its own. */
export interface TableState {
  readonly filter: object
  readonly paging: UrlPaging
  readonly sort: UrlSort | undefined
  readonly isFiltered: boolean
  readonly setPaging: (paging: UrlPaging) => void
  readonly setSort: (sort: UrlSort | undefined) => void
  readonly reset?: () => void
  /** Keys of the rows whose detail is open; without them the table remembers by itself. */
  readonly opened?: readonly string[]
  readonly setOpened?: (keys: readonly string[]) => void
}

export interface Selection {
  readonly keys: readonly number[]
  readonly onChange: (keys: readonly number[]) => void
}

interface Props<T> {
  /** Names the remembered settings; unique among screens. */
  readonly screen: string
  readonly columns: readonly Column<T>[]
  readonly list: TableData<T>
  readonly state: TableState
  readonly keyOf: (row: T) => number | string
  readonly hasIndex?: boolean
  readonly rowActions?: RowActions<T> | undefined
  /** Buttons above the table, at the left. */
  readonly actions?: ReactNode
  /** Offered when there is nothing yet. */
  readonly offer?: ReactNode
  readonly selection?: Selection
  readonly expand?: Expansion<T>
  /** Rows have `children` that unfold below them; said of the button that does it. */
  readonly treeLabel?: string
  /** The body's height; without it the table fills the window. */
  readonly height?: number
  readonly rowClassName?: (row: T) => string
  readonly label?: string
}

/** Above this many rows only those in sight are in the page. */
const virtualAbove = 100

/** Columns, height and marks of a table, from what the screen says and what the user has changed. */
function useLook<T extends object>(props: Props<T>, anchor: RefObject<HTMLDivElement | null>) {
  const { screen, rowActions, list, state, keyOf, hasIndex = false } = props
  const t = useUiText()
  const columns = rowActions
    ? [...props.columns, actionsColumn(t('table.actions'), rowActions)]
    : props.columns
  const isMobile = useIsMobile()
  const [settings, setSettings] = useTableSettings(screen)
  const { rows, total = 0, totalIsCapped = false } = list.data ?? {}
  const fill = useFillHeight(anchor, { hasPager: total > 0, isOn: props.height === undefined && !isMobile })
  useScrollFocus(anchor)
  const question = list.isOld ? undefined : JSON.stringify([state.filter, state.paging])
  const changed = useChangedRows(rows, (row) => String(keyOf(row)), question)
  const onWidth = (key: string, width: number) =>
    setSettings({ ...settings, widths: { ...settings.widths, [key]: width } })
  const shown = antdColumns(columns, { settings, sort: state.sort, isMobile, onWidth })
  const all = hasIndex ? [indexColumn<T>(t('table.index'), state.paging), ...shown] : shown
  const height = props.height ?? fill
  const isVirtual = (rows?.length ?? 0) > virtualAbove && height !== undefined
  return {
    columns,
    settings,
    setSettings,
    all,
    height,
    isVirtual,
    changed,
    rows,
    total,
    totalIsCapped,
    isMobile,
  }
}

export function DataTable<T extends object>(props: Props<T>): ReactNode {
  const { list, state, keyOf, actions, selection, expand } = props
  const anchor = useRef<HTMLDivElement>(null)
  const look = useLook(props, anchor)
  const { columns, settings, all, height, changed, rows, total } = look
  const components = useMemo(() => ({ header: { cell: HeaderCell } }), [])
  return (
    <section className={css.card} aria-label={props.label}>
      <div className={css.toolbar}>
        <div className={css.actions}>
          {actions}
          {selection && <Selected selection={selection} />}
        </div>
        <TableTools
          columns={columns}
          settings={settings}
          onSettings={look.setSettings}
          readAt={list.readAt}
          isLoading={list.isLoading}
          onRefresh={list.refresh}
        />
      </div>
      <div ref={anchor} className={css.body} data-old={list.isOld} aria-busy={list.isLoading}>
        {list.isFirst && !list.failure ? (
          <TableSkeleton />
        ) : (
          <Table<T>
            size={settings.density}
            columns={all}
            dataSource={rows ?? []}
            rowKey={keyOf}
            pagination={false}
            virtual={look.isVirtual}
            components={components}
            showSorterTooltip={false}
            scroll={{
              x: totalWidth(all),
              ...(height !== undefined && (rows?.length ?? 0) > 0 && { y: height }),
            }}
            rowClassName={(row) =>
              [changed.has(String(keyOf(row))) ? css.changed : '', props.rowClassName?.(row)].join(' ')
            }
            onChange={(_pages, _filters, sorter) => {
              const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
              state.setSort(
                order && columnKey
                  ? { key: String(columnKey), isDescending: order === 'descend' }
                  : undefined,
              )
            }}
            locale={{
              emptyText: (
                <Empty
                  failure={list.failure}
                  isFiltered={state.isFiltered}
                  offer={props.offer}
                  onClear={state.reset}
                  onRetry={list.refresh}
                />
              ),
            }}
            {...(expand && { expandable: expandable(expand, { ...state, rows: rows ?? [], keyOf }) })}
            {...(props.treeLabel && { expandable: treeRows(props.treeLabel) })}
            {...(selection && {
              rowSelection: {
                selectedRowKeys: [...selection.keys],
                preserveSelectedRowKeys: true,
                columnWidth: 44,
                onChange: (keys) => selection.onChange(keys.map(Number)),
              },
            })}
          />
        )}
      </div>
      {total > 0 && <Pager {...look} state={state} label={props.label} />}
    </section>
  )
}

function Selected({ selection }: { readonly selection: Selection }): ReactNode {
  const t = useUiText()
  if (selection.keys.length === 0) return null
  return (
    <span className={css.selected} role="status">
      {t('table.selected', { count: selection.keys.length })}
      <button type="button" onClick={() => selection.onChange([])}>
        {t('table.unselect')}
      </button>
    </span>
  )
}

interface PagerProps {
  /** The list's: two lists on one screen, or one in a dialog, are told apart. */
  readonly label: string | undefined
  readonly total: number
  readonly totalIsCapped: boolean
  readonly state: TableState
  readonly isMobile: boolean
}

/** Another size starts at the first page again. */
function Pager({ label = '', total, totalIsCapped, state, isMobile }: PagerProps): ReactNode {
  const t = useUiText()
  const { pageNum, pageSize } = state.paging
  return (
    <nav className={css.pager} aria-label={`${label} ${t('table.pager')}`.trim()}>
      <Pagination
        current={pageNum}
        pageSize={pageSize}
        total={total}
        size="small"
        simple={isMobile}
        showSizeChanger={
          !isMobile && { showSearch: false, 'aria-label': t('table.pageSize', { size: pageSize }) }
        }
        pageSizeOptions={pageSizes.map(String)}
        showTotal={(count) =>
          t(totalIsCapped ? 'table.totalCapped' : 'table.total', { total: count.toLocaleString() })
        }
        onChange={(page, size) =>
          state.setPaging({ pageNum: size === pageSize ? page : firstPage, pageSize: size })
        }
      />
    </nav>
  )
}
