import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { type Board, catalogue, describeBoard } from '@wattkeeper/contracts/link'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { Waiting } from '../../../ui/detail/Detail.tsx'
import { Empty } from '../../../ui/table/Empty.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import { BoardValues, type Drawing } from './BoardValues.tsx'
import { Card } from '../../../ui/detail/Card.tsx'
import { SignalChart } from './SignalChart.tsx'
import { canBeDrawn, reportedBoards } from '../../../ui/signal/signals.ts'
import { useDetailQuery } from './useDetailQuery.ts'
import css from './detail.module.css'

/** The stream does not tell of every message. */
const readEveryMs = 10_000
const mostLines = 4

/** The newest values of each board that has reported, and lines of what is ticked. */
export function RunningData({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const language = useLanguage()
  const { get, change } = useDetailQuery()
  const state = useData(devices.state, { equipId: device.id }, { live: ['devices'], quiet: true })
  if (state.failure && !state.data) {
    return <Empty failure={state.failure} isFiltered={false} onRetry={state.refresh} />
  }
  if (!state.data) return <Waiting />
  const boards = reportedBoards(state.data.boards.map(({ board }) => board))
  const board = boards.find((known) => known === get('board')) ?? boards[0]
  if (!board) return <p className={css.nothing}>{t('board.empty')}</p>
  return (
    <>
      {boards.length > 1 && (
        <Segmented
          className={css.boards}
          aria-label={t('board.name')}
          value={board}
          options={boards.map((known) => ({ value: known, label: catalogue[known][language] }))}
          onChange={(next) => change({ board: next, fields: undefined })}
        />
      )}
      <BoardPanel key={board} device={device} board={board} />
    </>
  )
}

/** What the address names, as far as it can be drawn; at first the board's first quantity. */
function useDrawing(board: Board): Drawing {
  const { get, change } = useDetailQuery()
  const drawable = describeBoard(board).signals.filter(canBeDrawn)
  const wanted = get('fields')?.split(',') ?? drawable.slice(0, 1).map(({ name }) => name)
  const fields = drawable.filter(({ name }) => wanted.includes(name)).map(({ name }) => name)
  const toggle = (field: string) => {
    const next = fields.includes(field) ? fields.filter((name) => name !== field) : [...fields, field]
    change({ fields: next.join(',') })
  }
  return { fields: fields.slice(0, mostLines), most: mostLines, toggle }
}

interface PanelProps {
  readonly device: Device
  readonly board: Board
}

function BoardPanel({ device, board }: PanelProps): ReactNode {
  const t = useText()
  const language = useLanguage()
  const drawing = useDrawing(board)
  const newest = useData(
    telemetry[board],
    { equipId: device.id, pageNum: 1, pageSize: 1 },
    { pollMs: readEveryMs, quiet: true },
  )
  const row = newest.data?.rows[0]
  if (newest.failure && !newest.data) {
    return <Empty failure={newest.failure} isFiltered={false} onRetry={newest.refresh} />
  }
  return (
    <div className={css.panel}>
      <SignalChart device={device} board={board} fields={drawing.fields} />
      <Card
        title={catalogue[board][language]}
        beside={
          row && (
            <span className={css.reported}>
              {t('data.at')} <Time at={row.createTime} />
            </span>
          )
        }
      >
        {row ? <BoardValues board={board} row={row} drawing={drawing} /> : <p>{t('data.empty')}</p>}
      </Card>
    </div>
  )
}
