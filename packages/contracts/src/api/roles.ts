import {
  ById,
  Id,
  Instant,
  Nothing,
  Paging,
  type Static,
  Type,
  Version,
  deleted,
  get,
  nullable,
  pageOf,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

const fields = {
  name: text({
    required: words('请输入角色名称', 'Please enter role name'),
    max: [64, words('角色名称不能超过64个字符', 'At most 64 characters')],
  }),
  /** Absent: kept, or dropped together with a name that changed. */
  nameEn: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  code: text({
    required: words('请输入角色编码', 'Please enter role code'),
    max: [64, words('角色编码不能超过64个字符', 'At most 64 characters')],
  }),
  remark: Type.Optional(text()),
  /** The pages themselves; the groups above them come along. Absent: unchanged. */
  menuIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
}

export const NewRole = Type.Object(fields)
export type NewRole = Static<typeof NewRole>
export const RoleChange = Type.Object({ id: Id, ...fields, version: Type.Optional(Version) })
export type RoleChange = Static<typeof RoleChange>

export const Role = Type.Object({
  id: Id,
  name: Type.String(),
  nameEn: nullable(Type.String()),
  code: Type.String(),
  remark: Type.String(),
  menuIds: Type.Array(Id),
  userCount: Type.Integer(),
  /** Its users must sign in with a second factor. */
  needsSecondFactor: Type.Boolean(),
  /** SYSTEM: holds every page, and is neither edited nor deleted. */
  isProtected: Type.Boolean(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type Role = Static<typeof Role>

/** `isAssignable`: neither SYSTEM nor holding more than the caller. */
export const RoleChoice = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String(),
  isAssignable: Type.Boolean(),
})
export type RoleChoice = Static<typeof RoleChoice>

export const roles = routes('roles', {
  list: get('/api/role/list', {
    access: 'roles.read',
    input: Type.Object({ ...Paging, name: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: pageOf(Role),
  }),
  /** For selects. The wire spells it so. */
  choices: get('/api/role/selecAll', { access: 'roles.choose', output: Type.Array(RoleChoice) }),
  create: post('/api/role/insert', {
    access: 'roles.write',
    input: NewRole,
    output: Type.Object({ id: Id }),
  }),
  update: post('/api/role/update', { access: 'roles.write', input: RoleChange, output: Nothing }),
  remove: post('/api/role/delete/:id', {
    access: 'roles.write',
    input: ById,
    ...deleted,
  }),
  /** Demands a second factor of whoever has the role, SYSTEM too. */
  setSecondFactor: post('/api/role/factor/:id', {
    access: 'roles.write',
    input: Type.Object({ id: Id, isRequired: Type.Boolean() }),
    output: Nothing,
  }),
})

export const roleProblems = problems('roles', {
  notFound: [404, '角色不存在', 'The role does not exist'],
  protected: [
    403,
    '系统管理员角色不可修改或删除',
    'The system administrator role cannot be changed or deleted',
  ],
  nameTaken: [409, '角色名称 {name} 已被使用', 'The role name {name} is already in use'],
  codeTaken: [409, '角色编码 {code} 已被使用', 'The role code {code} is already in use'],
  inUse: [
    409,
    '角色 {name} 仍被 {users} 使用（共 {count} 人），不能删除',
    '{name} is still held by {users} ({count} in all) and cannot be deleted',
  ],
  unknownMenu: [422, '菜单 {id} 不存在', 'The menu {id} does not exist'],
  beyondYours: [
    403,
    '{name} 超出您自己的权限，不能授予',
    '{name} is beyond your own rights; you cannot grant it',
  ],
})
