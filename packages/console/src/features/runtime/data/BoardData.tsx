import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { type Board, catalogue } from '@wattkeeper/contracts/link'
import { type ReactNode, useState } from 'react'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { DataTable, type TableState } from '../../../ui/table/DataTable.tsx'
import { dateTime } from '../../../ui/time/format.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { defaultPageSize, firstPage } from '../../../ui/url/url-state.ts'
import { useText } from '../text.ts'
import { BoardChart } from './BoardChart.tsx'
import { ExportButton } from './ExportButton.tsx'
import { useBoardColumns } from './board-columns.tsx'
import { type Range, isLive, useRange } from './range.ts'
import css from '../runtime.module.css'

const tableHeight = 400
const appendEveryMs = 5_000

interface Props {
  readonly device: DeviceDialogProps['device']
  readonly board: Board
}

/** One board: lines above, the readings below, both over the same time. Another time begins at page 1. */
export function BoardData({ device, board }: Props): ReactNode {
  const { range, set } = useRange()
  return (
    <>
      <BoardChart device={device} board={board} range={range} onRange={set} />
      <Readings key={JSON.stringify(range)} device={device} board={board} range={range} onRange={set} />
    </>
  )
}

interface ReadingsProps extends Props {
  readonly range: Range
  readonly onRange: (range: Range) => void
}

function Readings({ device, board, range, onRange }: ReadingsProps): ReactNode {
  const t = useText()
  const language = useLanguage()
  const zone = usePlatformZone()
  const [paging, setPaging] = useState({ pageNum: firstPage, pageSize: defaultPageSize })
  const isAppending = isLive(range, paging.pageNum, dateTime(useNow(appendEveryMs), zone))
  const { from, to } = range
  const list = useData(
    telemetry[board],
    {
      equipId: device.id,
      ...paging,
      ...(from !== undefined && { startTime: from }),
      ...(to !== undefined && { endTime: to }),
    },
    { quiet: true, ...(isAppending && { pollMs: appendEveryMs }) },
  )
  const state: TableState = {
    filter: range,
    paging,
    sort: undefined,
    isFiltered: from !== undefined || to !== undefined,
    setPaging,
    setSort: () => undefined,
    reset: () => onRange({ from: undefined, to: undefined }),
  }
  return (
    <DataTable
      screen={`runtime-${board}`}
      label={t('table.label', { board: catalogue[board][language] })}
      height={tableHeight}
      columns={useBoardColumns(board)}
      list={list}
      state={state}
      keyOf={({ createTime }) => createTime}
      actions={
        <>
          <ExportButton device={device} board={board} range={range} />
          <span className={css.state} data-live={isAppending} title={t('live.hint')}>
            <i aria-hidden="true" />
            {isAppending ? t('live') : t('notLive')}
          </span>
        </>
      }
    />
  )
}
