import { useState } from 'react'
import { type UrlPaging, type UrlSort, defaultPageSize, firstPage } from '../url/url-state.ts'
import type { TableState } from './DataTable.tsx'

/** Page and sort of a table that is not worth an address: in a dialog or beside another. */
export function useTableState(filter: object = {}): TableState {
  const [paging, setPaging] = useState<UrlPaging>({ pageNum: firstPage, pageSize: defaultPageSize })
  const [sort, setSort] = useState<UrlSort>()
  return { filter, paging, sort, isFiltered: false, setPaging, setSort }
}
