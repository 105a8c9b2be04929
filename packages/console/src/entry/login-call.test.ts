import { expect, test } from 'vitest'
import { readAnswer, textAt } from './login-call.ts'

test('a success brings its data', () => {
  const { data, otp } = readAnswer({ code: 200, message: '登录成功', data: { token: 't' } })
  expect(textAt(data, 'token')).toBe('t')
  expect(otp).toBeUndefined()
})

test('a second factor that is missing or wrong is told by the path of its error', () => {
  const answer = {
    code: 422,
    message: '请输入动态验证码',
    data: { errors: [{ path: 'otp', message: '请输入' }] },
  }
  expect(readAnswer(answer)).toEqual({ message: '请输入动态验证码', data: undefined, otp: '请输入' })
})

test('any other failure is only its message', () => {
  expect(readAnswer({ code: 422, message: '用户名或密码错误', data: { errors: [] } }).otp).toBeUndefined()
  expect(readAnswer('nonsense')).toEqual({ message: undefined, data: undefined, otp: undefined })
})
