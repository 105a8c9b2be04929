import { maps } from '@wattkeeper/contracts/api/maps'
import { useEffect, useRef, useState } from 'react'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { type BaseMap, type Place, openMap } from './base.ts'

interface Start {
  readonly at?: Place | undefined
  readonly zoom?: number | 'near' | undefined
}

/** A map in an element; `start` is looked at when it opens. */
export function useBaseMap(start: Start) {
  const { data: settings } = useData(maps.settings, {}, rarelyChanges)
  const element = useRef<HTMLDivElement>(null)
  const first = useRef(start)
  const [base, setBase] = useState<BaseMap>()
  useEffect(() => {
    if (!element.current || !settings) return
    const opened = openMap(element.current, { settings, ...first.current })
    setBase(opened)
    const resized = new ResizeObserver(() => opened.map.invalidateSize())
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      opened.map.remove()
      setBase(undefined)
    }
  }, [settings])
  return { element, base }
}
