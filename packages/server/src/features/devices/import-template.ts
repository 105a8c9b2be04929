import { type Language, say, words } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { writeBook, xlsxType } from '../../platform/excel/index.ts'
import { namesOfModels } from '../device-types/index.ts'
import { entriesOf } from '../dictionary/index.ts'
import { knownOperators } from '../operators/index.ts'
import { importColumns, importFields } from './import-columns.ts'

const texts = {
  file: words('设备导入模板', 'Device import template'),
  sheet: words('设备', 'Devices'),
  notes: words('填写说明', 'How to fill in'),
  column: words('列', 'Column'),
  rule: words('说明', 'Rule'),
  models: words('设备类型 / 设备型号', 'Device type / device model'),
  operators: words('运营商编码 / 运营商', 'Operator code / operator'),
  statuses: words('业务状态', 'Business status'),
  limit: words(
    '一次最多导入 20000 台设备；有一行错误则全部不导入。',
    'At most 20,000 devices at a time; one wrong row and none is imported.',
  ),
}

/** An empty first sheet to fill in, and a second one that explains it with the names that the caller may use. */
export async function importTemplate(db: Db, language: Language) {
  const to = (text: { readonly zh: string; readonly en: string }) => say(text, language)
  const pick = (name: string, nameEn: string | null) => (language === 'en' ? (nameEn ?? name) : name)
  const models = await namesOfModels(db)
  const operators = await knownOperators(db)
  const statuses = await entriesOf(db, language, ['EQUIP_STATUS'])
  const columns = importFields.map((field) => importColumns[field])
  const rows = [
    ...columns.map(({ header, explained }) => [to(header), to(explained)]),
    ['', to(texts.limit)],
    [],
    [to(texts.models)],
    ...models.map((each) => [pick(each.typeName, each.typeNameEn), pick(each.name, each.nameEn)]),
    [],
    [to(texts.operators)],
    ...operators.map(({ code, name }) => [code, name]),
    [],
    [to(texts.statuses)],
    ...statuses.map(({ label }) => [label]),
  ]
  const body = await writeBook([
    {
      name: to(texts.sheet),
      columns: columns.map(({ header }) => ({ header: to(header), width: 20 })),
      rows: [],
    },
    {
      name: to(texts.notes),
      columns: [
        { header: to(texts.column), width: 28 },
        { header: to(texts.rule), width: 60 },
      ],
      rows,
    },
  ])
  return { name: `${to(texts.file)}.xlsx`, type: xlsxType, body }
}
