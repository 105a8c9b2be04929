import {
  ById,
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  Version,
  created,
  deleted,
  get,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
  saved,
  text,
  words,
} from '../kit/index.ts'

const AnalysisType = options('BIT', 'VALUE')
export const maxCodeLength = 8

/** What is said of fields that only an ALARM must fill in. */
export const alarmWords = {
  alarmLevel: words('告警级别不能为空', 'The alarm level cannot be empty'),
  analysisType: words('解析方式不能为空', 'The analysis type cannot be empty'),
}

export const codeWords = {
  required: words('编码不能为空', 'The code cannot be empty'),
  max: words('长度不能超过8个字符', 'At most 8 characters'),
}

const fields = {
  name: text({
    required: words('名称不能为空', 'The name cannot be empty'),
    max: [100, words('名称不能超过100个字符', 'At most 100 characters')],
  }),
  nameEn: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  type: text({ required: words('类型不能为空', 'The type cannot be empty') }),
  note: text({ required: words('备注不能为空', 'The note cannot be empty') }),
  /** 1 is the worst; of type ALARM only. */
  alarmLevel: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 4,
        'x-words': {
          minimum: words('告警级别为1到4', 'The alarm level is 1 to 4'),
          maximum: words('告警级别为1到4', 'The alarm level is 1 to 4'),
        },
      }),
    ),
  ),
  analysisType: Type.Optional(nullable(AnalysisType)),
}

export const NewEntry = Type.Object({
  code: text({ required: codeWords.required, max: [maxCodeLength, codeWords.max] }),
  ...fields,
})
export type NewEntry = Static<typeof NewEntry>

/** A code longer than eight characters, which came with the product, may stay as it is. */
export const EntryChange = Type.Object({
  id: Id,
  code: text({ required: codeWords.required }),
  ...fields,
  version: Type.Optional(Version),
})
export type EntryChange = Static<typeof EntryChange>

export const Entry = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  nameEn: nullable(Type.String()),
  type: Type.String(),
  typeName: Type.String(),
  note: Type.String(),
  alarmLevel: nullable(Type.Integer()),
  analysisType: nullable(AnalysisType),
  /** How the value of a parameter is entered and checked. */
  extra: nullable(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })),
  /** The program reads this entry by its code: name and note may change, code and type may not. */
  isFixed: Type.Boolean(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type Entry = Static<typeof Entry>

export const dictionaryEntries = routes('dictionary', {
  list: get('/api/enum/list', {
    access: 'dictionary.read',
    input: Type.Object({
      ...Paging,
      code: Type.Optional(Type.String({ maxLength: 64 })),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      type: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: pageOf(Entry),
  }),
  create: post('/api/enum/insert', {
    access: 'dictionary.write',
    input: NewEntry,
    ...created,
  }),
  update: post('/api/enum/update', {
    access: 'dictionary.write',
    input: EntryChange,
    ...saved,
  }),
  remove: post('/api/enum/delete', {
    access: 'dictionary.write',
    input: ById,
    ...deleted,
  }),
})

export const dictionaryProblems = problems('dictionary', {
  notFound: [404, '字典项不存在', 'The dictionary entry does not exist'],
  unknownType: [422, '字典类型 {type} 不存在', 'The dictionary type {type} does not exist'],
  codeTaken: [409, '类型 {type} 下编码 {code} 已存在', 'The code {code} already exists in {type}'],
  fixed: [
    409,
    '字典项 {name} 由系统使用，不能删除或修改编码和类型',
    'The program itself uses {name}; it cannot be deleted, nor its code or type changed',
  ],
  inUse: [
    409,
    '字典项 {name} 仍被 {by} 使用（{count} 条），不能删除或修改编码和类型',
    '{name} is still used by {by} ({count}); it cannot be deleted, nor its code or type changed',
  ],
})

/** Who may use an entry. */
export const entryUsers = {
  alarms: words('告警', 'alarms'),
  faults: words('故障目录', 'the fault catalogue'),
  users: words('用户', 'users'),
  entries: words('字典项', 'dictionary entries'),
}
