import { unknownNames } from '@wattkeeper/contracts/api/alarms'
import type { BoardRow } from '@wattkeeper/contracts/api/telemetry'
import { type Language, say } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { type AlarmRun, alarmRuns } from './queries.ts'

interface NamedSignal {
  readonly semaphoreCode: string
  readonly semaphoreName: string
}

/** Each row with the alarms that were active when it was reported. */
export async function withAlarms(
  rows: BoardRow[],
  equipId: number,
  context: { db: Db; language: Language },
): Promise<(BoardRow & { equipAlarms: NamedSignal[] })[]> {
  const newest = rows[0]?.createTime
  const oldest = rows.at(-1)?.createTime
  if (newest === undefined || oldest === undefined) return []
  const runs = await alarmRuns(context.db, equipId, [oldest, newest])
  return rows.map((row) => {
    const active = runs.filter(
      ({ occurredAt, recoveredAt }) =>
        occurredAt <= row.createTime && (recoveredAt === null || recoveredAt > row.createTime),
    )
    const bySignal = new Map(active.map((run) => [run.semaphoreCode, run]))
    return { ...row, equipAlarms: [...bySignal.values()].map((run) => nameSignal(run, context.language)) }
  })
}

function nameSignal({ semaphoreCode, name, nameEn }: AlarmRun, language: Language): NamedSignal {
  const known = language === 'en' ? (nameEn ?? name) : name
  return {
    semaphoreCode,
    semaphoreName: known ?? say(unknownNames.signal, language, { code: semaphoreCode }),
  }
}
