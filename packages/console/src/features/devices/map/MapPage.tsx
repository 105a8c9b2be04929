import { type FleetView, fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import Checkbox from 'antd/es/checkbox'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useData } from '../../../api/queries.ts'
import { FilterBar } from '../../../ui/filter/FilterBar.tsx'
import type { BaseMap } from '../../../ui/map/base.ts'
import { useBaseMap } from '../../../ui/map/useBaseMap.ts'
import { useUrlState } from '../../../ui/url/useUrlState.ts'
import { deviceCodecs, selectionOf } from '../device-filter.ts'
import { useFilterFields } from '../device-filters.tsx'
import { listPath } from '../links.ts'
import { useText } from '../text.ts'
import { opacityOf, steps } from './shading.ts'
import { type Sight, look, sightOf, wholeLook } from './sight.ts'
import { useFleetMarks } from './useFleetMarks.ts'
import { useShading } from './useShading.ts'
import mapCss from '../../../ui/map/map.module.css'
import css from './map.module.css'

const lookName = 'at'
const nowhere: Sight = { west: 0, south: 0, east: 0, north: 0, zoom: 0 }

/** Where the fleet stands: gathered by state, one by one when near, live; with the filters of the list. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(deviceCodecs)
  const fields = useFilterFields(state.filter)
  const filter = selectionOf(state.filter)
  const { element, base, sight } = useSight()
  const [isShaded, setShaded] = useState(true)
  const { data: view, failure } = useData(
    fleetMap.view,
    { ...(sight ?? nowhere), filter },
    { enabled: sight !== undefined, live: ['devices', 'alarms'] },
  )
  useFleetMarks(base, view)
  useShading(base, { isOn: isShaded, zoom: sight?.zoom ?? 0, filter })
  return (
    <>
      <FilterBar state={state} fields={fields} />
      <section className={css.card} aria-label={t('map.label')}>
        <div className={css.tools}>
          <Counts view={view} isFailed={failure !== undefined} />
          <Legend isShaded={isShaded} />
          <Checkbox checked={isShaded} onChange={(event) => setShaded(event.target.checked)}>
            {t('map.shade')}
          </Checkbox>
        </div>
        <div className={css.frame}>
          <div ref={element} className={mapCss.map} />
        </div>
      </section>
    </>
  )
}

/** The map at the place that the address names, and the box that is in sight. */
function useSight(): {
  readonly element: ReturnType<typeof useBaseMap>['element']
  readonly base: BaseMap | undefined
  readonly sight: Sight | undefined
} {
  const [query, setQuery] = useSearchParams()
  const at = look.read(query.get(lookName) ?? '') ?? wholeLook
  const { element, base } = useBaseMap({ at, zoom: at.zoom })
  const [sight, setSight] = useState<Sight>()
  useEffect(() => {
    if (!base) return
    const { map } = base
    const see = () => {
      setSight(sightOf(map))
      const { lat, lng } = map.getCenter().wrap()
      const text = look.write({ latitude: lat, longitude: lng, zoom: map.getZoom() })
      setQuery(
        (known) => {
          const next = new URLSearchParams(known)
          next.set(lookName, text)
          return next
        },
        { replace: true },
      )
    }
    map.whenReady(() => setSight(sightOf(map)))
    map.on('moveend', see)
    return () => void map.off('moveend', see)
  }, [base, setQuery])
  return { element, base, sight }
}

function Counts({
  view,
  isFailed,
}: {
  readonly view: FleetView | undefined
  readonly isFailed: boolean
}): ReactNode {
  const t = useText()
  const [query] = useSearchParams()
  if (!view) return <span role="status">{isFailed ? t('map.failed') : t('map.loading')}</span>
  const list = new URLSearchParams(query)
  list.delete(lookName)
  return (
    <span role="status">
      <Link to={`${listPath}?${list.toString()}`}>
        {t('map.total', { total: view.total.toLocaleString() })}
      </Link>
      {view.unplaced > 0 && <> · {t('map.unplaced', { count: view.unplaced.toLocaleString() })}</>}
    </span>
  )
}

function Legend({ isShaded }: { readonly isShaded: boolean }): ReactNode {
  const t = useText()
  return (
    <ul className={css.legend}>
      {(['online', 'offline', 'faulty'] as const).map((state) => (
        <li key={state}>
          <span className={css.device} data-state={state} aria-hidden="true" />
          {t(`map.${state}`)}
        </li>
      ))}
      {isShaded && (
        <li>
          {t('map.rate')}
          {[0.001, ...steps].map((share) => (
            <span key={share} className={css.step} title={`≥ ${share * 100}%`}>
              <span style={{ opacity: opacityOf(share) }} />
              {share < 0.01 ? '>0' : `${share * 100}%`}
            </span>
          ))}
        </li>
      )}
    </ul>
  )
}
