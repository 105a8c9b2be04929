import { type ReactNode, Suspense } from 'react'
import { FilterBar } from '../filter/FilterBar.tsx'
import type { FilterField } from '../filter/fields.ts'
import { DataTable, type TableData, type TableState } from '../table/DataTable.tsx'
import type { Column, RowActions } from '../table/columns.ts'
import type { Expansion } from '../table/expandable.tsx'
import type { UrlState } from '../url/useUrlState.ts'

type Filtered<F extends object> =
  | { readonly state: UrlState<F>; readonly fields: readonly FilterField<F>[] }
  | { readonly state: TableState; readonly fields?: undefined }

type Props<T, F extends object> = Filtered<F> & {
  /** Names the remembered settings; unique among screens. */
  readonly screen: string
  readonly label: string
  readonly list: TableData<T>
  readonly columns: readonly Column<T>[]
  readonly rowActions?: RowActions<T> | undefined
  /** The button that adds one: above the table, and offered when there is nothing yet. */
  readonly add?: ReactNode
  /** What else stands above the table. */
  readonly actions?: ReactNode
  /** Offered instead of the button that adds one. */
  readonly offer?: ReactNode
  readonly expand?: Expansion<T>
  /** Rows have `children` that unfold below them and are not counted; said of the button that does it. */
  readonly treeLabel?: string
  /** The dialog that is asked for, if any; it may load only now. */
  readonly children?: ReactNode
}

/** A list as most screens show it: filters in the address, the table in all its states, and a dialog. */
export function ListView<T extends { readonly id: number }, F extends object = object>(
  props: Props<T, F>,
): ReactNode {
  const { screen, label, list, columns, rowActions, add, actions, offer, expand, treeLabel } = props
  return (
    <>
      {props.fields && <FilterBar state={props.state} fields={props.fields} />}
      <DataTable
        screen={screen}
        label={label}
        hasIndex={treeLabel === undefined}
        columns={columns}
        list={list}
        state={props.state}
        keyOf={({ id }) => id}
        rowActions={rowActions}
        actions={
          <>
            {add}
            {actions}
          </>
        }
        offer={offer ?? add}
        {...(expand && { expand })}
        {...(treeLabel !== undefined && { treeLabel })}
      />
      <Suspense>{props.children}</Suspense>
    </>
  )
}
