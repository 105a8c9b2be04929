import type { Language } from '@wattkeeper/contracts/kit'

const zh = {
  title: '登录',
  product: '运维平台',
  name: '用户名',
  password: '密码',
  submit: '登录',
  otp: '动态验证码或恢复码',
  singleSignOn: '使用 {name} 登录',
  show: '显示',
  hide: '隐藏',
  otherLanguage: 'EN',
  network: '网络连接失败，请检查网络后重试',
}

export const texts: Readonly<Record<Language, typeof zh>> = {
  zh,
  en: {
    title: 'Log in',
    product: 'Operations',
    name: 'User name',
    password: 'Password',
    submit: 'Log in',
    otp: 'Verification or recovery code',
    singleSignOn: 'Sign in with {name}',
    show: 'Show',
    hide: 'Hide',
    otherLanguage: '中文',
    network: 'The network cannot be reached. Check the connection and try again',
  },
}
