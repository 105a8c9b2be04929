import { type TimelineKind, deviceHistory, timelineKinds } from '@wattkeeper/contracts/api/device-history'
import type { Device } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import { type ReactNode, useState } from 'react'
import { useData } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/i18n.ts'
import { Empty } from '../../../../ui/table/Empty.tsx'
import { useParameterNames } from '../../choices.ts'
import { useDetailQuery } from '../useDetailQuery.ts'
import { Entry } from './Entry.tsx'
import { useText } from './text.ts'
import css from './history.module.css'

const entriesAPage = 30

/** What happened to the device, of every kind, in one line. The chosen kinds stand in the address. */
export function Timeline({ device }: { readonly device: Device }): ReactNode {
  const { get, change } = useDetailQuery()
  const named = get('kinds')?.split(',')
  const kinds = timelineKinds.filter((kind) => named?.includes(kind) ?? true)
  const choose = (next: readonly TimelineKind[]) =>
    change({ kinds: next.length === timelineKinds.length ? undefined : next.join(',') })
  return <Pages key={kinds.join()} device={device} kinds={kinds} onKinds={choose} />
}

interface Props {
  readonly device: Device
  readonly kinds: readonly TimelineKind[]
  readonly onKinds: (kinds: readonly TimelineKind[]) => void
}

/** Page below page, each beginning where the one above ended. The first stays live as long as it is alone. */
function Pages({ device, kinds, onKinds }: Props): ReactNode {
  const t = useText()
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return (
    <section className={css.line} aria-label={t('line.label')}>
      <Kinds device={device} kinds={kinds} onKinds={onKinds} />
      {cursors.length > 1 && (
        <Button size="small" onClick={() => setCursors([undefined])}>
          {t('line.newest')}
        </Button>
      )}
      {cursors.map((cursor, place) => (
        <EntryPage
          key={cursor ?? 'newest'}
          device={device}
          kinds={kinds}
          cursor={cursor}
          isLast={place === cursors.length - 1}
          isLive={cursors.length === 1}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </section>
  )
}

/** Only what the user may read is offered. */
function Kinds({ device, kinds, onKinds }: Props): ReactNode {
  const t = useText()
  const { data } = useData(deviceHistory.timeline, { equipId: device.id, pageSize: 1 }, { quiet: true })
  const offered = data?.kinds ?? []
  return (
    <Checkbox.Group<TimelineKind>
      aria-label={t('line.filter')}
      className={css.kinds}
      value={kinds.filter((kind) => offered.includes(kind))}
      options={offered.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      onChange={(next) => onKinds(next)}
    />
  )
}

interface PageProps {
  readonly device: Device
  readonly kinds: readonly TimelineKind[]
  readonly cursor: string | undefined
  readonly isLast: boolean
  readonly isLive: boolean
  readonly onMore: (next: string) => void
}

function EntryPage({ device, kinds, cursor, isLast, isLive, onMore }: PageProps): ReactNode {
  const t = useText()
  const language = useLanguage()
  const params = useParameterNames()
  const { data, failure, refresh } = useData(
    deviceHistory.timeline,
    {
      equipId: device.id,
      pageSize: entriesAPage,
      kinds: [...kinds],
      ...(cursor !== undefined && { cursor }),
    },
    { quiet: true, ...(isLive && { live: ['devices', 'alarms', 'commands', 'upgrades'] as const }) },
  )
  if (failure && !data) return <Empty failure={failure} isFiltered={false} onRetry={refresh} />
  if (!data) return <div className={css.wait} role="status" aria-busy />
  const { entries, next } = data
  const names = { equipTypeId: device.equipTypeId, params, language }
  const isAllEmpty = entries.length === 0 && cursor === undefined
  return (
    <>
      <ol className={css.entries}>
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} names={names} />
        ))}
      </ol>
      {isLast && next !== null && <Button onClick={() => onMore(next)}>{t('line.more')}</Button>}
      {isLast && next === null && <p className={css.end}>{t(isAllEmpty ? 'line.empty' : 'line.end')}</p>}
    </>
  )
}
