import type { Data } from '../../api/queries.ts'
import type { TableData, TableState } from '../../ui/table/DataTable.tsx'

/** A list that comes as a whole, for a table. */
export function wholeList<T>({ data, ...rest }: Data<T[]>): TableData<T> {
  return { ...rest, data: data && { rows: data, total: data.length } }
}

/** More than anybody may have. */
const all = 100
const nothing = (): undefined => undefined

export const wholeState: TableState = {
  filter: {},
  paging: { pageNum: 1, pageSize: all },
  sort: undefined,
  isFiltered: false,
  setPaging: nothing,
  setSort: nothing,
}
