import {
  Empty,
  Flag,
  Id,
  Instant,
  Nothing,
  type Static,
  Type,
  get,
  nullable,
  options,
  post,
  problems,
  routes,
  text,
  type Words,
  words,
} from '../kit/index.ts'
import { otp } from './second-factor.ts'

const lengthOfPassword = words('长度在6到20个字之间', '6 to 20 characters')

/** What a password must be like, whoever chooses it. */
export const newPassword = (required: Words) =>
  text({
    required,
    min: [6, lengthOfPassword],
    max: [20, lengthOfPassword],
    // not made of one class only: lower case, upper case, digits or special characters
    pattern: [
      '^(?![a-z]+$)(?![A-Z]+$)(?![0-9]+$)(?![^a-zA-Z0-9]+$)',
      words(
        '密码必须由大写字母、小写字母、数字、特殊符号中的2种及以上类型组成!',
        'Combine at least two of: upper case, lower case, digits, special characters',
      ),
    ],
    trim: false,
  })

export const Credentials = Type.Object({
  loginName: text({
    required: words('请输入用户名', 'Please enter the user name'),
    min: [2, words('长度至少2个字符个字符', 'At least 2 characters')],
    max: [64, words('用户名不能超过64个字符', 'At most 64 characters')],
  }),
  password: text({
    required: words('请输入登录密码', 'Please enter the password'),
    min: [6, words('登录密码不能少于6位', 'The password has at least 6 characters')],
    max: [200, words('登录密码过长', 'The password is too long')],
    trim: false,
  }),
  /** Of a user with a second factor; missing, the answer is 422 with an error at this path. */
  otp: Type.Optional(otp),
})
export type Credentials = Static<typeof Credentials>

/** One row of the menu tree, flat. `pageRule` lists the codes of the roles that may open it. */
export const MenuItem = Type.Object({
  id: Id,
  parentId: Type.Integer({ minimum: 0 }),
  name: Type.String(),
  type: options('M', 'C', 'F'),
  openType: Flag,
  path: Type.String(),
  /** The page key of a page, the address of an external link, null of a group. */
  url: nullable(Type.String()),
  orderNum: Type.Integer(),
  remark: Type.String(),
  icon: nullable(Type.String()),
  /** An external page that may be shown within ours; any other opens in a new tab. */
  isFramed: Type.Boolean(),
  pageRule: Type.Array(Type.String()),
})
export type MenuItem = Static<typeof MenuItem>

export type MenuTree = MenuItem & { children: MenuTree[] }
const MenuTree: Type.TUnsafe<MenuTree> = Type.Unsafe<MenuTree>({ type: 'object', additionalProperties: true })

export const Profile = Type.Object({
  id: Id,
  userName: Type.String(),
  loginName: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  roles: Type.Array(Type.Object({ id: Id, name: Type.String(), code: Type.String() })),
  /** Holds the SYSTEM role. */
  isSystem: Type.Boolean(),
  /** Works for the platform, not for a manufacturer. */
  isPlatform: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  /** A role demands a second factor and none is set up: nothing else works until then. */
  mustSetUpSecondFactor: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  resultVOS: Type.Array(MenuItem),
  tree: Type.Array(MenuTree),
})
export type Profile = Static<typeof Profile>

export const PasswordChange = Type.Object({
  oldPassword: text({ required: words('请输入旧密码', 'Please enter the old password'), trim: false }),
  newPassword: newPassword(words('请输入新密码', 'Please enter the new password')),
})
export type PasswordChange = Static<typeof PasswordChange>

export const Session = Type.Object({
  id: Id,
  address: Type.String(),
  userAgent: Type.String(),
  createdAt: Instant,
  lastSeenAt: Instant,
  isCurrent: Type.Boolean(),
})
export type Session = Static<typeof Session>

export const session = routes('session', {
  login: post('/api/user/login', {
    access: 'open',
    input: Credentials,
    output: Type.Object({ token: Type.String() }),
    done: words('登录成功', 'Signed in'),
  }),
  profile: get('/api/user/info', { access: 'signedIn', output: Profile }),
  logout: post('/api/user/logout', {
    access: 'signedIn',
    input: Empty,
    output: Nothing,
    done: words('已退出登录', 'Signed out'),
  }),
  changePassword: post('/api/user/update/password', {
    access: 'signedIn',
    input: PasswordChange,
    output: Nothing,
    done: words('密码修改成功，请重新登录', 'Password changed, please sign in again'),
  }),
  sessions: get('/api/user/session/list', { access: 'signedIn', output: Type.Array(Session) }),
  endSession: post('/api/user/session/end/:id', {
    access: 'signedIn',
    input: Type.Object({ id: Id }),
    output: Nothing,
  }),
})

export const sessionProblems = problems('session', {
  wrongCredentials: [422, '用户名或密码错误', 'Wrong user name or password'],
  throttled: [
    429,
    '登录失败次数过多，请在 {minutes} 分钟后重试',
    'Too many failed attempts, try again in {minutes} min',
  ],
  disabled: [422, '该账号已停用，请联系管理员', 'This account is disabled, please contact an administrator'],
  wrongOldPassword: [422, '旧密码不正确', 'The old password is wrong'],
  samePassword: [422, '新密码不能与旧密码相同', 'The new password must differ from the old one'],
  mustChangePassword: [403, '请先修改密码', 'Please change your password first'],
})
