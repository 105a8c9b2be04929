import { type EventSelection, events } from '@wattkeeper/contracts/api/events'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import { useDownload } from '../../api/useTransfer.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { useEventColumns } from './event-columns.tsx'
import { useText } from './text.ts'
import { useEventFields } from './useEventFields.tsx'
import { useEventState } from './useEventState.ts'
import { useFreshEvents } from './useFreshEvents.ts'
import css from './events.module.css'

type State = ReturnType<typeof useEventState>

const kB = 1024

/** What happened across the fleet. It does not move under the reader: what is new is announced, and shown when asked for. */
export function Page(): ReactNode {
  const t = useText()
  const state = useEventState()
  const { filter, paging, cursor } = state
  const showsNewest = cursor === undefined && paging.pageNum === 1 && filter.endTime === undefined
  const list = useData(
    events.list,
    { ...filter, ...paging, ...(cursor !== undefined && { cursor }) },
    { quiet: true },
  )
  return (
    <ListView
      screen="events"
      label={t('list')}
      state={state}
      list={list}
      fields={useEventFields(filter)}
      columns={useEventColumns()}
      actions={
        <>
          <ExportButton selection={filter} />
          {showsNewest && <Fresh readAt={list.readAt} onShow={list.refresh} />}
          <Further state={state} page={list.isOld ? undefined : list.data} />
          {filter.startTime === undefined && <span className={css.hint}>{t('defaultRange')}</span>}
        </>
      }
    />
  )
}

function Fresh({ readAt, onShow }: { readonly readAt: number; readonly onShow: () => void }): ReactNode {
  const t = useText()
  if (!useFreshEvents(readAt)) return null
  return (
    <span role="status">
      <Button type="primary" ghost onClick={onShow}>
        {t('fresh')}
      </Button>
    </span>
  )
}

interface FurtherProps {
  readonly state: State
  readonly page:
    { readonly total: number; readonly totalIsCapped?: boolean; readonly next?: string } | undefined
}

/** Beyond what is counted there are no page numbers: the next page follows the last row. */
function Further({ state, page }: FurtherProps): ReactNode {
  const t = useText()
  const { paging, cursor, goAfter } = state
  const isLastCounted = page?.totalIsCapped === true && paging.pageNum * paging.pageSize >= page.total
  if (cursor === undefined && !isLastCounted) return null
  const next = page?.next
  return (
    <>
      {next !== undefined && (
        <Button
          onClick={() => goAfter(next)}
          title={t('furtherHint', { most: (page?.total ?? 0).toLocaleString() })}
        >
          {t('further')}
        </Button>
      )}
      {cursor !== undefined && (
        <Button onClick={() => state.setPaging({ ...paging, pageNum: 1 })}>{t('first')}</Button>
      )}
    </>
  )
}

/** Exports what the filter shows, all pages of it; a second click while it runs cancels. */
function ExportButton({ selection }: { readonly selection: EventSelection }): ReactNode {
  const t = useText()
  const { start, cancel, isRunning, receivedBytes } = useDownload(events.exportAll)
  if (!isRunning) return <Button onClick={() => void start(selection)}>{t('export')}</Button>
  return (
    <Button onClick={cancel} title={t('cancelExport')}>
      {t('exporting', { size: `${Math.ceil(receivedBytes / kB)} KB` })}
    </Button>
  )
}
