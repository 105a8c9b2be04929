import {
  ById,
  Id,
  Instant,
  Nothing,
  Paging,
  type Static,
  Type,
  Version,
  choice,
  created,
  deleted,
  get,
  options,
  pageOf,
  post,
  problems,
  routes,
  saved,
  text,
  words,
} from '../kit/index.ts'
import { newPassword } from './session.ts'

/** 1 may sign in, 0 may not. */
export const UserStatus = options(0, 1)

const fields = {
  userName: text({
    required: words('请输入姓名', 'Please enter the name'),
    max: [64, words('姓名不能超过64个字符', 'At most 64 characters')],
  }),
  phone: text({
    required: words('请输入手机号', 'Please enter the phone number'),
    pattern: ['^.{11}$', words('请输入正确的手机号', 'Please enter a valid phone number (11 digits)')],
  }),
  roleIds: Type.Array(Id, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    'x-words': {
      required: words('请选择角色', 'Please select a role'),
      minItems: words('请选择角色', 'Please select a role'),
      type: words('请选择角色', 'Please select a role'),
    },
  }),
  /** A code of the dictionary's USER_TYPE. */
  type: text({ required: words('请选择人员类型', 'Please select the person type') }),
  /** The caller's own organization unless another is named. */
  organizationId: Type.Optional(Id),
}

const loginName = text({
  required: words('请输入登录名', 'Please enter the login name'),
  min: [2, words('长度至少2个字符个字符', 'At least 2 characters')],
  max: [64, words('登录名不能超过64个字符', 'At most 64 characters')],
  pattern: ['^\\S*$', words('登录名不能包含空格', 'The login name holds no spaces')],
})

/** The password must be changed at the first sign-in. */
export const NewUser = Type.Object({
  ...fields,
  loginName,
  password: newPassword(words('请输入登录密码', 'Please enter the password')),
})
export type NewUser = Static<typeof NewUser>

/** The login name is locked: given, it must be the one the user has. */
export const UserChange = Type.Object({
  id: Id,
  ...fields,
  loginName: Type.Optional(Type.String({ maxLength: 64 })),
  version: Type.Optional(Version),
})
export type UserChange = Static<typeof UserChange>

export const User = Type.Object({
  id: Id,
  userName: Type.String(),
  loginName: Type.String(),
  phone: Type.String(),
  roleIds: Type.Array(Id),
  /** The names of the roles, joined. */
  roleNames: Type.String(),
  type: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  status: UserStatus,
  mustChangePassword: Type.Boolean(),
  /** Signs in with a second factor. */
  hasSecondFactor: Type.Boolean(),
  /** Narrowed by a data permission. */
  isNarrowed: Type.Boolean(),
  /** User 1: no edit, no delete, no permission. */
  isProtected: Type.Boolean(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type User = Static<typeof User>

export const UserFilter = Type.Object({
  ...Paging,
  name: Type.Optional(Type.String({ maxLength: 64 })),
  phone: Type.Optional(Type.String({ maxLength: 20 })),
  /** Has one of these roles. */
  roleIds: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  /** This organization and those below it. */
  organizationId: Type.Optional(Id),
  status: Type.Optional(UserStatus),
})
export type UserFilter = Static<typeof UserFilter>

/** A password that is shown now and never again. */
const FreshPassword = Type.Object({ password: Type.String() })

export const users = routes('users', {
  list: post('/api/user/list', { access: 'users.read', input: UserFilter, output: pageOf(User) }),
  /** For the form of a new user, which shows it once. */
  proposePassword: get('/api/user/password/propose', { access: 'users.write', output: FreshPassword }),
  create: post('/api/user/insert', {
    access: 'users.write',
    input: NewUser,
    ...created,
  }),
  update: post('/api/user/update/:id', {
    access: 'users.write',
    input: UserChange,
    ...saved,
  }),
  /** The same with the id in the body. */
  updateByBody: post('/api/user/update', {
    access: 'users.write',
    input: UserChange,
    ...saved,
  }),
  /** Disabling ends the user's sessions, keys and live streams at once. */
  setStatus: post('/api/user/status/:id', {
    access: 'users.write',
    input: Type.Object({
      id: Id,
      status: choice(UserStatus, words('请选择状态', 'Please select the status')),
      version: Type.Optional(Version),
    }),
    ...saved,
  }),
  remove: post('/api/user/delete/:id', {
    access: 'users.write',
    input: ById,
    ...deleted,
  }),
  /** Makes a new password, which must be changed at the next sign-in, and ends the user's sessions. */
  resetPassword: post('/api/user/reset/password/:id', {
    access: 'users.write',
    input: ById,
    output: FreshPassword,
    done: words('密码已重置', 'Password reset'),
  }),
  /** For whoever lost the phone: the user signs in by password alone, or sets a new factor up where a role asks for one. */
  resetSecondFactor: post('/api/user/reset/factor/:id', {
    access: 'users.write',
    input: ById,
    output: Nothing,
    done: words('两步验证已重置', 'Second factor reset'),
  }),
})

export const userProblems = problems('users', {
  notFound: [404, '用户不存在', 'The user does not exist'],
  protected: [403, '系统内置管理员不可修改', 'The built-in administrator cannot be changed here'],
  yourself: [409, '不能停用或删除自己的账号', 'You cannot disable or delete your own account'],
  loginNameTaken: [409, '登录名 {loginName} 已被使用', 'The login name {loginName} is already in use'],
  loginNameLocked: [422, '登录名不可修改', 'The login name cannot be changed'],
  systemRole: [422, '不能分配系统管理员角色', 'The system administrator role cannot be assigned'],
  unknownRole: [422, '角色不存在', 'The role does not exist'],
  unknownType: [422, '人员类型不存在', 'The person type does not exist'],
  unknownOrganization: [422, '所属组织不存在', 'The organization does not exist'],
  roleBeyondYours: [
    403,
    '角色 {name} 的权限超出您自己的权限，不能分配',
    'The role {name} holds more than your own rights; you cannot grant it',
  ],
  userBeyondYou: [
    403,
    '用户 {name} 的权限超出您自己的权限，不能操作',
    '{name} holds more rights than you; you cannot change this user',
  ],
  otherOrganization: [403, '不能操作其他组织的用户', 'You cannot reach users of another organization'],
})
