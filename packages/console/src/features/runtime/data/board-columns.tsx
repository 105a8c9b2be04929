import type { BoardRow } from '@wattkeeper/contracts/api/telemetry'
import {
  type Board,
  type Read,
  type ReadingColumn,
  describeBoard,
  headed,
  readingColumns,
} from '@wattkeeper/contracts/link'
import type { ReactNode } from 'react'
import { useWords } from '../../../i18n/i18n.ts'
import { SignalValue } from '../../../ui/signal/SignalValue.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'

const letterPx = { wide: 14, narrow: 8 } as const
const paddingPx = 34
const leastPx = 84

/** Room for the heading on one line. */
const widthOf = (title: string): number =>
  Math.max(
    leastPx,
    [...title].reduce(
      (sum, letter) => sum + (letter > '\u2000' ? letterPx.wide : letterPx.narrow),
      paddingPx,
    ),
  )

/** When it was reported, each signal under its name and unit, and what concerns the board beside it. */
export function useBoardColumns(board: Board): readonly Column<BoardRow>[] {
  const t = useText()
  const said = useWords()
  const time: Column<BoardRow> = {
    key: 'createTime',
    title: t('column.createTime'),
    width: 170,
    fixed: 'left',
    isEssential: true,
    render: ({ createTime }) => <Time at={createTime} isAbsolute />,
  }
  const own = readingColumns(describeBoard(board).signals).map((column): Column<BoardRow> => {
    const title = said(headed(column))
    return {
      key: column.key,
      title,
      width: widthOf(title),
      isNumber: column.isNumber,
      render: (row) => valueOf(column, row, said),
    }
  })
  const alarms: Column<BoardRow> = {
    key: 'equipAlarms',
    title: t('column.alarms'),
    width: 220,
    render: ({ equipAlarms }) => alarmNames(equipAlarms).join('、') || t('alarms.none'),
  }
  return [time, ...own, ...(board === 'basic' ? [alarms] : [])]
}

function valueOf(
  column: ReadingColumn,
  row: BoardRow,
  said: (words: Exclude<Read, number | string | null>) => string,
): ReactNode {
  if (column.signal) return <SignalValue signal={column.signal} value={row[column.signal.name]} />
  const read = column.read(row)
  return typeof read === 'object' && read !== null ? said(read) : (read ?? '—')
}

function alarmNames(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((alarm: unknown) =>
    typeof alarm === 'object' && alarm !== null && 'semaphoreName' in alarm
      ? [String(alarm.semaphoreName)]
      : [],
  )
}
