import type { Device, DeviceSelection } from '@wattkeeper/contracts/api/devices'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import { type Cell, streamSheet, xlsxType } from '../../platform/excel/index.ts'
import { entriesOf } from '../dictionary/index.ts'
import { type Criteria, findDevices } from './list-queries.ts'
import { criteriaOf } from './rules.ts'

interface Means {
  readonly scoped: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly language: Language
  readonly services: Services
}

/** How a device's values become what a person reads. */
interface Reading {
  readonly status: (code: number) => string
  readonly online: (code: number) => string
  readonly time: (instant: string | null) => string
}

interface ExportColumn {
  readonly header: Words
  readonly width: number
  readonly of: (device: Device, reading: Reading) => Cell
}

const columns: readonly ExportColumn[] = [
  { header: words('设备编码', 'Device code'), width: 20, of: (device) => device.code },
  { header: words('设备类型', 'Device type'), width: 18, of: (device) => device.equipTypeName },
  { header: words('设备型号', 'Device model'), width: 18, of: (device) => device.equipModelName },
  { header: words('厂商', 'Manufacturer'), width: 18, of: (device) => device.organizationName },
  { header: words('运营商', 'Operator'), width: 18, of: (device) => device.operatorName },
  { header: words('地区编码', 'Region code'), width: 12, of: (device) => device.regionCode },
  { header: words('地区', 'Region'), width: 28, of: (device) => device.regionName },
  { header: words('详细地址', 'Address'), width: 30, of: (device) => device.address },
  { header: words('经度', 'Longitude'), width: 12, of: (device) => device.longitude },
  { header: words('纬度', 'Latitude'), width: 12, of: (device) => device.latitude },
  { header: words('业务状态', 'Business status'), width: 12, of: ({ status }, as) => as.status(status) },
  { header: words('在线状态', 'Online status'), width: 12, of: ({ isOnline }, as) => as.online(isOnline) },
  { header: words('当前告警数', 'Active alarms'), width: 12, of: (device) => device.alarmCount },
  {
    header: words('最近上线时间', 'Last online'),
    width: 20,
    of: (device, as) => as.time(device.lastOnlineTime),
  },
  {
    header: words('最近离线时间', 'Last offline'),
    width: 20,
    of: (device, as) => as.time(device.lastOfflineTime),
  },
  { header: words('更新时间', 'Updated'), width: 20, of: (device, as) => as.time(device.updateTime) },
]

const title = words('设备列表', 'Devices')

/** Exactly the devices of the filter, newest first, as a workbook that is written while it is read. */
export async function exportDevices(selection: DeviceSelection, { scoped, language, services }: Means) {
  const { clock, timeZone } = services
  const time = wallClock(timeZone)
  const { criteria, labels } = await scoped(async (db) => ({
    criteria: await criteriaOf(db, selection),
    labels: await entriesOf(db, language, ['EQUIP_STATUS', 'IS_ONLINE']),
  }))
  const label = (wanted: string) => (value: number) =>
    labels.find(({ type, code }) => type === wanted && code === String(value))?.label ?? String(value)
  const reading: Reading = {
    status: label('EQUIP_STATUS'),
    online: label('IS_ONLINE'),
    time: (instant) => (instant === null ? '' : time(instant)),
  }
  const name = say(title, language)
  const sheet = {
    name,
    columns: columns.map(({ header, width }) => ({ header: say(header, language), width })),
  }
  const rows = criteria ? rowsOf(criteria, { scoped, language }, reading) : nothing()
  const writtenAt = time(new Date(clock.now()).toISOString()).replace(/\D/g, '')
  return { name: `${name}_${writtenAt}.xlsx`, type: xlsxType, body: streamSheet(sheet, rows) }
}

const portion = 1_000

/** Each portion in a transaction of its own: a slow reader holds none. */
async function* rowsOf(criteria: Criteria, { scoped, language }: Omit<Means, 'services'>, reading: Reading) {
  let before: number | undefined
  for (;;) {
    const wanted = { limit: portion, language, ...(before !== undefined && { before }) }
    const found = await scoped((db) => findDevices(db, criteria, wanted))
    for (const device of found) yield columns.map(({ of }) => of(device, reading))
    before = found.at(-1)?.id
    if (before === undefined || found.length < portion) return
  }
}

async function* nothing(): AsyncGenerator<Cell[]> {
  yield* []
}
