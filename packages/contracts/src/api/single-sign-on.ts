import { Type, get, post, problems, routes } from '../kit/index.ts'
import { otp } from './second-factor.ts'

/** Sign-in by OpenID Connect, when configured. */
export const singleSignOn = routes('singleSignOn', {
  options: get('/api/user/oidc/options', {
    access: 'open',
    output: Type.Object({
      isOffered: Type.Boolean(),
      /** What the button says after 使用 / "Sign in with". */
      name: Type.String(),
    }),
  }),
  /** The browser goes to `url`; it keeps `proof` (in its session storage) until it comes back to /login. */
  begin: post('/api/user/oidc/begin', {
    access: 'open',
    output: Type.Object({ url: Type.String(), proof: Type.String() }),
    audited: false,
  }),
  /** `query` is what the provider put behind /login, with its question mark. */
  finish: post('/api/user/oidc/finish', {
    access: 'open',
    input: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 4000 }),
      proof: Type.String({ minLength: 1, maxLength: 100 }),
      otp: Type.Optional(otp),
    }),
    output: Type.Object({ token: Type.String() }),
  }),
})

export const singleSignOnProblems = problems('singleSignOn', {
  notOffered: [404, '未配置单点登录', 'Single sign-on is not configured'],
  notAnswering: [503, '单点登录服务暂时不可用', 'The sign-on service is not available right now'],
  refused: [422, '单点登录失败，请重试', 'The sign-on failed, please try again'],
  unknownUser: [
    422,
    '账号 {name} 未在平台开通，请联系管理员',
    'The account {name} is not set up here, please contact an administrator',
  ],
})
