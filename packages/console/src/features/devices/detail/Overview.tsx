import { type Device, type DeviceState, devices } from '@wattkeeper/contracts/api/devices'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { catalogue, isBoard } from '@wattkeeper/contracts/link'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import { useParameterNames } from '../choices.ts'
import { Conditions } from './Conditions.tsx'
import { Availability } from './history/Availability.tsx'
import { SmallTable } from '../SmallTable.tsx'
import css from './detail.module.css'

/** How old a board's last report may look on the screen; the stream does not tell of every message. */
const freshnessEveryMs = 10_000
const typeWithParams = 3

export function Overview({ device }: { readonly device: Device }): ReactNode {
  const { data: state } = useData(
    devices.state,
    { equipId: device.id },
    { live: ['devices'], pollMs: freshnessEveryMs },
  )
  return (
    <>
      <Conditions device={device} />
      <div className={css.cards}>
        <Identity device={device} />
        <Availability device={device} />
        {state && <Freshness state={state} />}
        {state && state.params.length > 0 && device.equipTypeId !== typeWithParams && (
          <Params state={state} />
        )}
        {state && <Parts state={state} typeId={device.equipTypeId} />}
      </div>
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

const Fact = ({ name, children }: FactProps): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function coordinatesOf({ longitude, latitude }: Device): string | undefined {
  if (longitude === null || latitude === null) return undefined
  return `${longitude.toFixed(6)}, ${latitude.toFixed(6)}`
}

function Identity({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  return (
    <Card title={t('detail.identity')} isWide>
      <dl className={css.facts}>
        <Fact name={t('field.code')}>{device.code}</Fact>
        <Fact name={t('field.status')}>{t(`status.${device.status}`)}</Fact>
        <Fact name={t('field.type')}>{device.equipTypeName}</Fact>
        <Fact name={t('field.model')}>{device.equipModelName}</Fact>
        <Fact name={t('field.manufacturer')}>{device.organizationName}</Fact>
        <Fact name={t('field.operator')}>{device.operatorName}</Fact>
        <Fact name={t('field.lastOnline')}>
          {device.lastOnlineTime ? <Time at={device.lastOnlineTime} isAbsolute /> : t('never')}
        </Fact>
        <Fact name={t('field.lastOffline')}>
          {device.lastOfflineTime ? <Time at={device.lastOfflineTime} isAbsolute /> : t('never')}
        </Fact>
        <Fact name={t('field.region')}>{device.regionName ?? t('none')}</Fact>
        <Fact name={t('detail.coordinates')}>{coordinatesOf(device) ?? t('none')}</Fact>
        <Fact name={t('field.address')}>{device.address || t('none')}</Fact>
        <Fact name={t('field.updated')}>
          <Time at={device.updateTime} isAbsolute />
        </Fact>
      </dl>
    </Card>
  )
}

interface StateProps {
  readonly state: DeviceState
}

function Freshness({ state }: StateProps): ReactNode {
  const t = useText()
  const language = useLanguage()
  return (
    <Card title={t('detail.freshness')}>
      <SmallTable
        label={t('detail.freshness')}
        empty={t('board.empty')}
        rows={state.boards}
        keyOf={({ board }) => board}
        columns={[
          {
            key: 'board',
            title: t('board.name'),
            show: ({ board }) => (isBoard(board) ? catalogue[board][language] : board),
          },
          { key: 'reported', title: t('board.reported'), show: ({ reportedAt }) => <Time at={reportedAt} /> },
          { key: 'received', title: t('board.received'), show: ({ receivedAt }) => <Time at={receivedAt} /> },
        ]}
      />
    </Card>
  )
}

function Parts({ state, typeId }: StateProps & { readonly typeId: number }): ReactNode {
  const t = useText()
  const { data: known } = useData(deviceTypes.parts, { equipTypeId: typeId }, { staleTimeMs: Infinity })
  const names = new Map(known?.map(({ code, name }) => [code, name]))
  return (
    <Card title={t('detail.parts')}>
      <SmallTable
        label={t('detail.parts')}
        empty={t('part.empty')}
        rows={state.parts}
        keyOf={({ partType, addrId }) => `${partType}/${addrId}`}
        columns={[
          { key: 'type', title: t('part.type'), show: ({ partType }) => names.get(partType) ?? partType },
          {
            key: 'address',
            title: t('part.address'),
            show: ({ addrId }) => (addrId === 0 ? t('part.whole') : t('part.slot', { n: addrId })),
          },
          { key: 'software', title: t('part.software'), show: ({ currSwVersion }) => currSwVersion },
          { key: 'hardware', title: t('part.hardware'), show: ({ hwVersion }) => hwVersion ?? '—' },
          { key: 'reported', title: t('part.reported'), show: ({ reportedAt }) => <Time at={reportedAt} /> },
        ]}
      />
    </Card>
  )
}

/** Of the types whose parameters have no tab of their own. */
function Params({ state }: StateProps): ReactNode {
  const t = useText()
  const names = useParameterNames()
  return (
    <Card title={t('detail.params')}>
      <SmallTable
        label={t('detail.params')}
        empty={t('param.empty')}
        rows={state.params}
        keyOf={({ id }) => id}
        columns={[
          { key: 'id', title: t('param.id'), show: ({ id }) => id },
          { key: 'name', title: t('param.name'), show: ({ id }) => names.get(id) ?? '—' },
          { key: 'value', title: t('param.value'), isNumber: true, show: ({ value }) => value },
          { key: 'reported', title: t('part.reported'), show: ({ reportedAt }) => <Time at={reportedAt} /> },
        ]}
      />
    </Card>
  )
}
