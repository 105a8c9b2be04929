import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import {
  type FieldError,
  type Language,
  type ProblemKind,
  type Words,
  say,
  words,
} from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { namesOfModels } from '../device-types/index.ts'
import { entriesOf } from '../dictionary/index.ts'
import { knownOperators } from '../operators/index.ts'
import { knownRegions } from '../regions/index.ts'
import type { SheetRow } from './import.ts'
import type { DeviceValues } from './queries.ts'
import { isPlace } from './rules.ts'

/** What the cells of an import may name. */
export interface Known {
  readonly types: ReadonlyMap<string, number>
  /** By type and name. */
  readonly models: ReadonlyMap<string, number>
  readonly operators: ReadonlyMap<string, { readonly id: number; readonly organizationId: number }>
  readonly regions: ReadonlySet<string>
  readonly statuses: ReadonlyMap<string, Status>
}

type Status = NonNullable<DeviceValues['status']>

const modelKey = (typeId: number, name: string) => `${typeId}/${name}`

export async function readKnown(db: Db, rows: readonly SheetRow[]): Promise<Known> {
  const models = await namesOfModels(db)
  const named = <T>(value: T, ...names: (string | null)[]) =>
    names.flatMap((name): [string, T][] => (name === null ? [] : [[name, value]]))
  const statuses = [
    ...(await entriesOf(db, 'zh', ['EQUIP_STATUS'])),
    ...(await entriesOf(db, 'en', ['EQUIP_STATUS'])),
  ]
  const codes = new Set(rows.map(({ texts }) => texts.regionCode ?? ''))
  return {
    types: new Map(models.flatMap(({ typeId, typeName, typeNameEn }) => named(typeId, typeName, typeNameEn))),
    models: new Map(
      models.flatMap(({ id, typeId, name, nameEn }) =>
        named(id, name, nameEn).map(([each]) => [modelKey(typeId, each), id] as const),
      ),
    ),
    operators: new Map((await knownOperators(db)).map((operator) => [operator.code, operator])),
    regions: await knownRegions(db, [...codes]),
    statuses: new Map(
      ([1, 2, 3] as const).flatMap((status) =>
        statuses
          .filter(({ code }) => code === String(status))
          .flatMap(({ code, label }) => named(status, code, label)),
      ),
    ),
  }
}

const unknownWords = {
  equipTypeId: words('设备类型 {text} 不存在', 'There is no device type {text}'),
  equipModelId: words('该设备类型没有型号 {text}', 'This device type has no model {text}'),
  status: words('业务状态 {text} 不存在', 'There is no business status {text}'),
}

/** A line as the form would send it, and what it names that does not exist. */
export function resolveRow(texts: SheetRow['texts'], known: Known, language: Language) {
  const errors: FieldError[] = []
  const unknown = (path: string, said: Words | ProblemKind, text: string) => {
    errors.push({ path, message: say('words' in said ? said.words : said, language, { text }) })
    return undefined
  }
  const { equipTypeId: typeText = '', equipModelId: modelText = '', operatorId: operatorText = '' } = texts
  const { regionCode = '', status: statusText = '' } = texts
  const type = known.types.get(typeText)
  if (typeText !== '' && type === undefined) unknown('equipTypeId', unknownWords.equipTypeId, typeText)
  const model = type === undefined ? undefined : known.models.get(modelKey(type, modelText))
  if (type !== undefined && modelText !== '' && model === undefined)
    unknown('equipModelId', unknownWords.equipModelId, modelText)
  const operator = known.operators.get(operatorText)
  if (operatorText !== '' && !operator) unknown('operatorId', deviceProblems.unknownOperator, operatorText)
  if (regionCode !== '' && !isPlace(regionCode, known.regions))
    unknown('regionCode', deviceProblems.unknownRegion, regionCode)
  const status = known.statuses.get(statusText)
  if (statusText !== '' && status === undefined) unknown('status', unknownWords.status, statusText)
  const input = {
    code: texts.code ?? '',
    ...(type !== undefined && { equipTypeId: type }),
    ...(model !== undefined && { equipModelId: model }),
    ...(operator && { operatorId: operator.id }),
    ...(regionCode !== '' && { regionCode }),
    address: texts.address ?? '',
    ...(status !== undefined && { status }),
  }
  const place = { longitude: numberOf(texts.longitude), latitude: numberOf(texts.latitude) }
  const device: DeviceValues | undefined =
    type !== undefined && model !== undefined && operator
      ? {
          ...input,
          ...{ equipTypeId: type, equipModelId: model, operatorId: operator.id },
          organizationId: operator.organizationId,
          longitude: place.longitude ?? null,
          latitude: place.latitude ?? null,
        }
      : undefined
  // A text that is no number stays one for the check, so that it can say so.
  const typed = {
    ...(texts.longitude && { longitude: place.longitude ?? texts.longitude }),
    ...(texts.latitude && { latitude: place.latitude ?? texts.latitude }),
  }
  return { input: { ...input, ...typed }, device, errors }
}

function numberOf(text = ''): number | undefined {
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : undefined
}
