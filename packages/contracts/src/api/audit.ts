import {
  Cursor,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  downloadByPost,
  nullable,
  pageOf,
  post,
  problems,
  routes,
} from '../kit/index.ts'

const filter = {
  userId: Type.Optional(Id),
  /** The whole name of a route (`users.update`) or of a feature (`users`). */
  action: Type.Optional(Type.String({ maxLength: 100 })),
  /** The table whose rows changed, and which of them. */
  object: Type.Optional(Type.String({ maxLength: 64 })),
  objectId: Type.Optional(Type.String({ maxLength: 100 })),
  /** Only what was refused or failed. */
  isFailed: Type.Optional(Type.Boolean()),
  /** The last 30 days unless said otherwise. */
  startTime: Type.Optional(InstantInput),
  endTime: Type.Optional(InstantInput),
}
export const AuditSelection = Type.Object(filter)
export type AuditSelection = Static<typeof AuditSelection>
export const AuditFilter = Type.Object({ ...Paging, ...filter, cursor: Type.Optional(Cursor) })
export type AuditFilter = Static<typeof AuditFilter>

const Content = nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }))

/** One row of one table. `before` is null of a new row, `after` of a deleted one. */
export const AuditChange = Type.Object({
  object: Type.String(),
  objectId: Type.String(),
  before: Content,
  after: Content,
  /** The columns that differ. */
  changed: Type.Array(Type.String()),
})
export type AuditChange = Static<typeof AuditChange>

/** One write or sign-in; secrets are masked. */
export const Deed = Type.Object({
  id: Id,
  createTime: Instant,
  requestId: Type.String(),
  userId: nullable(Id),
  userName: Type.String(),
  organizationId: Id,
  address: Type.String(),
  action: Type.String(),
  /** What was asked. */
  input: Type.Unknown(),
  /** The envelope's code: 200 is done. */
  code: Type.Integer(),
  changes: Type.Array(AuditChange),
})
export type Deed = Static<typeof Deed>

export const audit = routes('audit', {
  list: post('/api/audit/page', { access: 'audit.read', input: AuditFilter, output: pageOf(Deed) }),
  /** xlsx, newest first. */
  exportAll: downloadByPost('/api/audit/export', { access: 'audit.read', input: AuditSelection }),
})

export const maxExportRows = 100_000

export const auditProblems = problems('audit', {
  tooManyRows: [
    422,
    '一次最多导出 {max} 条，请缩小时间范围',
    'At most {max} rows at a time, please narrow the time range',
  ],
})
