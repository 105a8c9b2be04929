import type { RolloutTarget } from '@wattkeeper/contracts/api/rollouts'
import { targetStates } from '@wattkeeper/contracts/api/rollouts'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import { type Cell, streamSheet, xlsxType } from '../../platform/excel/index.ts'
import { targetOf } from './present.ts'
import { type TargetCriteria, findTargets } from './target-queries.ts'

interface Means {
  readonly scoped: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly language: Language
  readonly services: Services
}

interface Reading {
  readonly say: (text: Words) => string
  readonly time: (instant: string | null) => string
}

interface ExportColumn {
  readonly header: Words
  readonly width: number
  readonly of: (target: RolloutTarget, reading: Reading) => Cell
}

const columns: readonly ExportColumn[] = [
  { header: words('设备编码', 'Device code'), width: 20, of: (target) => target.code },
  { header: words('设备型号', 'Device model'), width: 18, of: (target) => target.equipModelName },
  { header: words('运营商', 'Operator'), width: 18, of: (target) => target.operatorName },
  { header: words('状态', 'State'), width: 10, of: ({ state }, as) => as.say(targetStates[state]) },
  { header: words('原因', 'Reason'), width: 40, of: (target) => target.message },
  { header: words('部件', 'Part'), width: 10, of: (target) => target.partType },
  { header: words('地址', 'Address id'), width: 8, of: (target) => target.addrId },
  { header: words('次数', 'Attempts'), width: 8, of: (target) => target.attempts },
  { header: words('下发时间', 'Sent'), width: 20, of: ({ sendTime }, as) => as.time(sendTime) },
  { header: words('返回时间', 'Answered'), width: 20, of: ({ backTime }, as) => as.time(backTime) },
  { header: words('结束时间', 'Ended'), width: 20, of: ({ finishTime }, as) => as.time(finishTime) },
]

interface Wanted {
  readonly criteria: TargetCriteria
  /** The roll-out's number. */
  readonly code: string
  readonly title: Words
}

/** Targets in the order in which they came, as a workbook that is written while it is read. */
export function exportTargets({ criteria, code, title }: Wanted, { scoped, language, services }: Means) {
  const time = wallClock(services.timeZone)
  const reading: Reading = {
    say: (text) => say(text, language),
    time: (instant) => (instant === null ? '' : time(instant)),
  }
  const name = say(title, language)
  const sheet = {
    name,
    columns: columns.map(({ header, width }) => ({ header: say(header, language), width })),
  }
  const writtenAt = time(new Date(services.clock.now()).toISOString()).replace(/\D/g, '')
  const body = streamSheet(sheet, rowsOf(criteria, { scoped, language }, reading))
  return { name: `${name}_${code}_${writtenAt}.xlsx`, type: xlsxType, body }
}

const portion = 1_000

/** Each portion in a transaction of its own: a slow reader holds none. */
async function* rowsOf(
  criteria: TargetCriteria,
  { scoped, language }: Omit<Means, 'services'>,
  reading: Reading,
) {
  let after = 0
  for (;;) {
    const found = await scoped((db) => findTargets(db, criteria, { limit: portion, after, language }))
    for (const row of found) {
      const target = targetOf(row, language)
      yield columns.map(({ of }) => of(target, reading))
    }
    const last = found.at(-1)
    if (!last || found.length < portion) return
    after = last.position
  }
}
