import { type FoundAddress, type SuggestedPlace, maps } from '@wattkeeper/contracts/api/maps'
import AutoComplete from 'antd/es/auto-complete'
import Modal from 'antd/es/modal'
import { circleMarker } from 'leaflet'
import { type ReactNode, useEffect, useState } from 'react'
import { useData } from '../../../api/queries.ts'
import type { BaseMap, Place } from '../../../ui/map/base.ts'
import { useBaseMap } from '../../../ui/map/useBaseMap.ts'
import { useText } from '../text.ts'
import mapCss from '../../../ui/map/map.module.css'
import css from './dialogs.module.css'

export interface PickedPlace extends Place {
  readonly found: FoundAddress | undefined
}

interface Props {
  readonly place: Place | undefined
  readonly onPick: (picked: PickedPlace) => void
  readonly onClose: () => void
}

const width = 820
/** Finer than a metre helps nobody. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6))

/** A map to click on and a box that suggests places; what lies at the chosen place is looked up. */
export function PlacePicker({ place, onPick, onClose }: Props): ReactNode {
  const t = useText()
  const { element, base } = useBaseMap({ at: place, zoom: place && 'near' })
  const [chosen, setChosen] = useState(place)
  usePin(base, chosen, setChosen)
  const {
    data: found,
    isOld,
    isLoading,
  } = useData(maps.reverse, chosen ?? { longitude: 0, latitude: 0 }, {
    enabled: chosen !== undefined,
  })
  const address = isOld ? undefined : found
  const go = (suggested: SuggestedPlace) => {
    setChosen({ longitude: rounded(suggested.longitude), latitude: rounded(suggested.latitude) })
    base?.map.setView(base.shown(suggested.longitude, suggested.latitude), base.nearZoom)
  }
  return (
    <Modal
      open
      title={t('place.title')}
      width={width}
      okText={t('place.ok')}
      okButtonProps={{ disabled: chosen === undefined || isLoading }}
      onOk={() => chosen && onPick({ ...chosen, found: address })}
      onCancel={onClose}
      destroyOnHidden
    >
      <Search onGo={go} />
      <div className={css.picker}>
        <div ref={element} className={mapCss.map} />
      </div>
      <p className={css.picked} role="status">
        {chosen ? t('place.at', { longitude: chosen.longitude, latitude: chosen.latitude }) : t('place.none')}
        {isLoading && ` · ${t('place.finding')}`}
        {chosen && address && ` · ${address.address}（${address.adcode}）`}
      </p>
    </Modal>
  )
}

function usePin(
  base: BaseMap | undefined,
  chosen: Place | undefined,
  onChoose: (place: Place) => void,
): void {
  useEffect(() => {
    if (!base) return
    const choose = (event: { readonly latlng: { readonly lat: number; readonly lng: number } }) => {
      const { longitude, latitude } = base.placeAt(event.latlng)
      onChoose({ longitude: rounded(longitude), latitude: rounded(latitude) })
    }
    base.map.on('click', choose)
    return () => void base.map.off('click', choose)
  }, [base, onChoose])
  useEffect(() => {
    if (!base || !chosen) return
    const ink = getComputedStyle(document.documentElement)
    const pin = circleMarker(base.shown(chosen.longitude, chosen.latitude), {
      radius: 9,
      weight: 4,
      color: ink.getPropertyValue('--wk-accent').trim(),
      fillColor: ink.getPropertyValue('--wk-surface').trim(),
      fillOpacity: 1,
      interactive: false,
    }).addTo(base.map)
    return () => void pin.remove()
  }, [base, chosen])
}

const restMs = 300

function Search({ onGo }: { readonly onGo: (place: SuggestedPlace) => void }): ReactNode {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data = [] } = useData(maps.suggest, { keyword }, { enabled: keyword !== '' })
  const options =
    keyword === ''
      ? []
      : data.map(({ name, address, adcode }, at) => ({
          value: `${at}`,
          label: address.includes(name) ? address : `${name} · ${address}`,
          key: `${adcode}-${at}`,
        }))
  return (
    <AutoComplete
      className={css.wide ?? ''}
      value={typed}
      options={options}
      placeholder={t('place.search')}
      aria-label={t('place.search')}
      allowClear
      showSearch={{ onSearch: setTyped }}
      onClear={() => setTyped('')}
      onSelect={(at: string) => {
        const place = data[Number(at)]
        if (!place) return
        setTyped(place.name)
        onGo(place)
      }}
    />
  )
}
