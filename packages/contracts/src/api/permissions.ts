import {
  Id,
  Nothing,
  type Static,
  Type,
  get,
  nullable,
  options,
  post,
  problems,
  routes,
  words,
} from '../kit/index.ts'

/** O operators by id, ET equipment types by id, R regions by code (a region holds all below it). */
export const AuthorityType = options('O', 'ET', 'R')
export type AuthorityType = Static<typeof AuthorityType>

/** Ids or codes, as numbers or text; ids go out as numbers, region codes as text. */
const AuthorityValue = Type.Union([Id, Type.String({ maxLength: 20 })])

export const maxRegions = 3

export const Authority = Type.Object({
  /** Kept and given back as it came. */
  authorityType: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  type: AuthorityType,
  value: Type.Array(AuthorityValue, { maxItems: 2000 }),
})
export type Authority = Static<typeof Authority>

export const UserAuthority = Type.Object({
  userId: Id,
  /** At most one of each type; an empty value is not narrowed. */
  authorityEntities: Type.Array(Authority, { maxItems: 3 }),
})
export type UserAuthority = Static<typeof UserAuthority>

/** Which rows a user sees. Within one type the values are alternatives, across types all must hold. */
export const permissions = routes('permissions', {
  find: get('/api/authority/select/:userId', {
    access: 'permissions.read',
    input: Type.Object({ userId: Id }),
    output: UserAuthority,
  }),
  update: post('/api/authority/update', {
    access: 'permissions.write',
    input: UserAuthority,
    output: Nothing,
    done: words('权限分配成功', 'Permissions saved'),
  }),
  /** Back to everything the user's organization has. */
  remove: post('/api/authority/delete/:userId', {
    access: 'permissions.write',
    input: Type.Object({ userId: Id }),
    output: Nothing,
    done: words('权限已重置', 'Permissions reset'),
  }),
  /** What the user would see with this choice, of all devices of the user's organization. */
  preview: post('/api/authority/preview', {
    access: 'permissions.read',
    input: UserAuthority,
    output: Type.Object({ sees: Type.Integer(), of: Type.Integer() }),
    isQuery: true,
  }),
})

export const permissionProblems = problems('permissions', {
  nothingChosen: [
    422,
    '设备类型、运营商、地区至少选1个',
    'Choose at least one of equipment type, operator and region',
  ],
  tooManyRegions: [422, '地区最多选择{max}个', 'At most {max} regions'],
  repeatedType: [422, '每种权限类型只能出现一次', 'Each permission type comes once'],
  unknownOperator: [422, '运营商 {value} 不存在', 'The operator {value} does not exist'],
  unknownType: [422, '设备类型 {value} 不存在', 'The equipment type {value} does not exist'],
  unknownRegion: [422, '地区 {value} 不存在', 'The region {value} does not exist'],
  otherManufacturer: [
    422,
    '运营商 {value} 不属于该用户的厂商',
    'The operator {value} does not belong to the user’s manufacturer',
  ],
  beyondYours: [
    403,
    '超出您自己的数据权限，不能授予',
    'This goes beyond your own data permission; you cannot grant it',
  ],
})

/** How many devices a choice leaves: "sees 312 of 4,120 devices". */
export const previewWords = words('可见 {sees} / {of} 台设备', 'Sees {sees} of {of} devices')
