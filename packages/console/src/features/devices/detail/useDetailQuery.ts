import { useSearchParams } from 'react-router'

type Changes = Readonly<Record<string, string | undefined>>

/** What names the device in the address; all else belongs to the open tab. */
const ofDevice = ['id', 'code', 'equipTypeId'] as const

interface DetailQuery {
  readonly get: (name: string) => string | undefined
  /** Changes some values; undefined takes one away. */
  readonly change: (changes: Changes) => void
  /** Opens a tab as if it had never been open. */
  readonly openTab: (tab: string | undefined) => void
}

export function useDetailQuery(): DetailQuery {
  const [query, setQuery] = useSearchParams()
  const write = (next: URLSearchParams, changes: Changes) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setQuery(next)
  }
  return {
    get: (name) => query.get(name) ?? undefined,
    change: (changes) => write(new URLSearchParams(query), changes),
    openTab: (tab) => {
      const kept = ofDevice.flatMap((name): [string, string][] => {
        const value = query.get(name)
        return value === null ? [] : [[name, value]]
      })
      write(new URLSearchParams(kept), { tab })
    },
  }
}
