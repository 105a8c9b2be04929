import { Nothing, Type, get, post, problems, routes, text, words } from '../kit/index.ts'

const password = text({ required: words('请输入登录密码', 'Please enter the password'), trim: false })
/** Six digits of the authenticator, or one recovery code. */
export const otp = text({
  required: words('请输入动态验证码', 'Please enter the verification code'),
  max: [32, words('动态验证码不正确', 'The verification code is wrong')],
})

const RecoveryCodes = Type.Object({
  /** Each works once; shown now and never again. */
  recoveryCodes: Type.Array(Type.String()),
})

export const secondFactor = routes('secondFactor', {
  state: get('/api/user/factor', {
    access: 'signedIn',
    output: Type.Object({
      isOn: Type.Boolean(),
      /** By a role. */
      isRequired: Type.Boolean(),
      recoveryCodesLeft: Type.Integer(),
    }),
  }),
  /** A new secret for the authenticator; it counts once `confirm` has seen a code. */
  begin: post('/api/user/factor/begin', {
    access: 'signedIn',
    input: Type.Object({ password }),
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
  }),
  confirm: post('/api/user/factor/confirm', {
    access: 'signedIn',
    input: Type.Object({ otp }),
    output: RecoveryCodes,
    done: words('两步验证已启用', 'Second factor turned on'),
  }),
  renewRecoveryCodes: post('/api/user/factor/codes', {
    access: 'signedIn',
    input: Type.Object({ otp }),
    output: RecoveryCodes,
  }),
  turnOff: post('/api/user/factor/off', {
    access: 'signedIn',
    input: Type.Object({ password, otp }),
    output: Nothing,
    done: words('两步验证已关闭', 'Second factor turned off'),
  }),
})

export const secondFactorProblems = problems('secondFactor', {
  needed: [422, '请输入动态验证码', 'Please enter the verification code'],
  wrong: [422, '动态验证码不正确', 'The verification code is wrong'],
  wrongPassword: [422, '登录密码不正确', 'The password is wrong'],
  notBegun: [409, '请先开始设置两步验证', 'Begin setting the second factor up first'],
  isOn: [409, '两步验证已启用', 'The second factor is already on'],
  isOff: [409, '两步验证未启用', 'The second factor is not on'],
  demanded: [
    409,
    '您的角色要求两步验证，不能关闭',
    'Your role demands a second factor; it cannot be turned off',
  ],
  mustSetUp: [
    403,
    '您的角色要求两步验证，请先启用',
    'Your role demands a second factor, please set it up first',
  ],
})
