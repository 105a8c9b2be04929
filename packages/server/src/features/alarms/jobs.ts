import type pg from 'pg'
import type { Tick } from '../../platform/jobs/ticking.ts'

const HOUR_MS = 3_600_000
/** Samples are what history is computed from: they stay as long as a late message is still taken. */
const SAMPLE_DAYS = 92
const HISTORY_DAYS = 1_095
const DAYS_AHEAD = 7

export const alarmJobs: readonly Tick[] = [
  { name: 'alarm partitions', everyMs: HOUR_MS, run: makeAlarmPartitions },
  { name: 'alarm retention', everyMs: HOUR_MS, run: dropOld },
]

export async function makeAlarmPartitions(db: pg.Pool): Promise<void> {
  for (const [table, step] of [
    ['alarm_samples', 'day'],
    ['alarm_history', 'month'],
    ['events', 'month'],
  ])
    await db.query(
      'select ensure_partitions($1, $2, now() - make_interval(days => $3), now() + make_interval(days => $4))',
      [table, step, SAMPLE_DAYS, DAYS_AHEAD],
    )
}

async function dropOld(db: pg.Pool): Promise<void> {
  for (const [table, step, days] of [
    ['alarm_samples', 'day', SAMPLE_DAYS],
    ['alarm_history', 'month', HISTORY_DAYS],
    ['events', 'month', HISTORY_DAYS],
  ])
    await db.query('select drop_partitions($1, $2, now() - make_interval(days => $3))', [table, step, days])
}
