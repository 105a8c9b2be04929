import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Codec, Codecs, FilterOf } from './codecs.ts'
import {
  type UrlPaging,
  type UrlSort,
  readFilter,
  readOpened,
  readPaging,
  readSort,
  withFilter,
  withOpened,
  withPaging,
  withSort,
  withoutFilter,
} from './url-state.ts'

export interface UrlState<F> {
  readonly filter: F
  readonly paging: UrlPaging
  readonly sort: UrlSort | undefined
  readonly isFiltered: boolean
  /** Keys of the rows whose detail is open. */
  readonly opened: readonly string[]
  /** Changes part of the filter and goes to page 1; undefined takes a part away. */
  readonly set: (change: Partial<F>) => void
  readonly setPaging: (paging: UrlPaging) => void
  readonly setSort: (sort: UrlSort | undefined) => void
  readonly setOpened: (keys: readonly string[]) => void
  readonly reset: () => void
}

/**
 * Filter, page, sort and opened rows of a screen, kept in the address: Back undoes one step, a pasted link reproduces the view.
 * `useUrlState({ code: as.text, equipTypeId: as.number })`; keep the codecs outside of the component.
 */
export function useUrlState<C extends Codecs>(codecs: C): UrlState<FilterOf<C>> {
  const [query, setQuery] = useSearchParams()
  const read = useMemo(
    () => ({
      filter: readFilter(query, codecs),
      paging: readPaging(query),
      sort: readSort(query),
      opened: readOpened(query),
    }),
    [query, codecs],
  )
  return {
    ...read,
    isFiltered: Object.keys(read.filter).length > 0,
    set: (change) => setQuery(withFilter(query, codecs, change)),
    setPaging: (paging) => setQuery(withPaging(query, paging)),
    setSort: (sort) => setQuery(withSort(query, sort)),
    setOpened: (keys) => setQuery(withOpened(query, keys)),
    reset: () => setQuery(withoutFilter(query, codecs)),
  }
}

/** One value of the address: the open tab, the row whose detail is open. */
export function useUrlValue<T>(
  name: string,
  codec: Codec<T>,
): [T | undefined, (next: T | undefined) => void] {
  const [query, setQuery] = useSearchParams()
  const text = query.get(name)
  const value = text === null ? undefined : codec.read(text)
  const set = (next: T | undefined) => {
    const changed = new URLSearchParams(query)
    if (next === undefined) changed.delete(name)
    else changed.set(name, codec.write(next))
    setQuery(changed)
  }
  return [value, set]
}
