import type { DeviceEvent, EventSelection } from '@wattkeeper/contracts/api/events'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import type { Scope } from '../../platform/database/database.ts'
import { type Cell, streamSheet, xlsxType } from '../../platform/excel/index.ts'
import type { Cursor } from '../../platform/http/paging.ts'
import { entriesOf } from '../dictionary/index.ts'
import { criteriaOf } from './criteria.ts'
import type { Criteria } from './drive-queries.ts'
import { eventOf, sentenceOf } from './names.ts'
import { eventPage } from './queries.ts'

interface Means {
  readonly scoped: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly scope: Scope
  readonly language: Language
  readonly services: Services
}

interface Reading {
  readonly online: (code: number) => string
  readonly flag: (flag: boolean) => string
  readonly time: (instant: string) => string
}

interface ExportColumn {
  readonly header: Words
  readonly width: number
  readonly of: (event: DeviceEvent, reading: Reading) => Cell
}

const columns: readonly ExportColumn[] = [
  { header: words('设备编码', 'Device code'), width: 20, of: (event) => event.equipCode },
  { header: words('在线状态', 'Online status'), width: 10, of: ({ isOnline }, as) => as.online(isOnline) },
  { header: words('事件内容', 'Event'), width: 40, of: sentenceOf },
  { header: words('信号编码', 'Signal code'), width: 14, of: (event) => event.semaphoreCode },
  { header: words('运营商', 'Operator'), width: 18, of: (event) => event.operatorName },
  { header: words('设备型号', 'Device model'), width: 18, of: (event) => event.equipModelName },
  { header: words('发生时间', 'Time'), width: 20, of: ({ occurrenceTime }, as) => as.time(occurrenceTime) },
  { header: words('正常/故障', 'Normal or fault'), width: 14, of: ({ flag }, as) => as.flag(flag) },
]

const title = words('事件列表', 'Events')
const flags = { normal: words('正常', 'Normal'), fault: words('故障', 'Fault') }

/** Exactly the events of the filter, newest first, as a workbook that is written while it is read. */
export async function exportEvents(selection: EventSelection, means: Means) {
  const { scoped, scope, language, services } = means
  const time = wallClock(services.timeZone)
  const now = services.clock.now()
  const { criteria, labels } = await scoped(async (db) => ({
    criteria: await criteriaOf(db, selection, { scope, now }),
    labels: await entriesOf(db, language, ['IS_ONLINE']),
  }))
  const reading: Reading = {
    online: (value) => labels.find(({ code }) => code === String(value))?.label ?? String(value),
    flag: (flag) => say(flag ? flags.normal : flags.fault, language),
    time,
  }
  const name = say(title, language)
  const sheet = {
    name,
    columns: columns.map(({ header, width }) => ({ header: say(header, language), width })),
  }
  const writtenAt = time(new Date(now).toISOString()).replace(/\D/g, '')
  return {
    name: `${name}_${writtenAt}.xlsx`,
    type: xlsxType,
    body: streamSheet(sheet, criteria ? rowsOf(criteria, means, reading) : nothing()),
  }
}

const portion = 2_000

/** Each portion in a transaction of its own: a slow reader holds none. */
async function* rowsOf(criteria: Criteria, { scoped, language }: Means, reading: Reading) {
  let after: Cursor | undefined
  for (;;) {
    const window = { limit: portion, offset: 0, after }
    const found = await scoped((db) => eventPage(db, criteria, { window, language }))
    for (const row of found) {
      const event = eventOf(row, language)
      yield columns.map(({ of }) => of(event, reading))
    }
    const last = found.at(-1)
    if (!last || found.length < portion) return
    after = { at: last.occurrenceTime, id: last.id }
  }
}

async function* nothing(): AsyncGenerator<Cell[]> {
  yield* []
}
