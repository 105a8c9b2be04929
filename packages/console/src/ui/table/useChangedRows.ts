import { useEffect, useRef, useState } from 'react'

const markedForMs = 1000

/** Which rows differ from what the same question showed before. */
export function changedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  return new Set([...after].filter(([key, text]) => before.get(key) !== text).map(([key]) => key))
}

const none: ReadonlySet<string> = new Set()

/** Keys of rows that just changed; each is marked for a second. `question` is what the list was asked for. */
export function useChangedRows<T>(
  rows: readonly T[] | undefined,
  keyOf: (row: T) => string,
  question: string | undefined,
): ReadonlySet<string> {
  const [changed, setChanged] = useState(none)
  const shown = useRef<{ question: string; texts: ReadonlyMap<string, string> }>(undefined)
  const latestKeyOf = useRef(keyOf)
  useEffect(() => {
    latestKeyOf.current = keyOf
  })
  useEffect(() => {
    if (!rows || question === undefined) return undefined
    const texts = new Map(rows.map((row) => [latestKeyOf.current(row), JSON.stringify(row)]))
    const before = shown.current
    shown.current = { question, texts }
    const differing = before?.question === question ? changedKeys(before.texts, texts) : none
    if (differing.size === 0) return undefined
    setChanged(differing)
    const timer = setTimeout(() => setChanged(none), markedForMs)
    return () => clearTimeout(timer)
  }, [rows, question])
  return changed
}
