import { type RefObject, useEffect, useState } from 'react'

/** Header row, pager and the page's lower edge. */
const below = { withPager: 108, alone: 60 } as const
const least = 220

/** The height that lets a table's body end where the window ends. */
export function useFillHeight(
  anchor: RefObject<HTMLElement | null>,
  { hasPager, isOn }: { readonly hasPager: boolean; readonly isOn: boolean },
): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    if (!isOn) return undefined
    const measure = () => {
      const top = anchor.current?.getBoundingClientRect().top ?? 0
      const scrolled = document.getElementById('content')?.scrollTop ?? 0
      const rest = innerHeight - top - scrolled - (hasPager ? below.withPager : below.alone)
      setHeight(Math.max(least, Math.floor(rest)))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    const parent = anchor.current?.parentElement
    if (parent) watcher.observe(parent)
    return () => watcher.disconnect()
  }, [anchor, hasPager, isOn])
  return isOn ? height : undefined
}
