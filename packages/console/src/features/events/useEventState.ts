import { useSearchParams } from 'react-router'
import { withFilter, withPaging, withoutFilter } from '../../ui/url/url-state.ts'
import { type UrlState, useUrlState } from '../../ui/url/useUrlState.ts'
import { type EventFilter, eventCodecs } from './event-filter.ts'

const cursorName = 'after'

interface EventState extends UrlState<EventFilter> {
  /** Where the page begins beyond what is counted. */
  readonly cursor: string | undefined
  readonly goAfter: (cursor: string | undefined) => void
}

const without = (query: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(query)
  next.delete(cursorName)
  return next
}

/** The search in the address. Another filter or page leaves the way beyond what is counted. */
export function useEventState(): EventState {
  const [query, setQuery] = useSearchParams()
  const state = useUrlState(eventCodecs)
  return {
    ...state,
    // codes are searched as their field is left, by a press on 查询 that searches too: neither may undo the other
    set: (change) => setQuery(withFilter(without(new URLSearchParams(location.search)), eventCodecs, change)),
    setPaging: (paging) => setQuery(withPaging(without(query), paging)),
    reset: () => setQuery(withoutFilter(without(query), eventCodecs)),
    cursor: query.get(cursorName) ?? undefined,
    goAfter: (cursor) => {
      const next = without(query)
      if (cursor !== undefined) next.set(cursorName, cursor)
      setQuery(next)
    },
  }
}
