import { NewBatchSetting } from '@wattkeeper/contracts/api/batch-settings'
import { NewDevice } from '@wattkeeper/contracts/api/devices'
import { NewOperator, NewOrganization } from '@wattkeeper/contracts/api/organizations'
import { Credentials, PasswordChange } from '@wattkeeper/contracts/api/session'
import { describe, expect, test } from 'vitest'
import { firstBroken, isRequired, rulesOf, tidy } from './rules.ts'

describe('the rules of a form are the contract’s', () => {
  test.each([
    [Credentials, 'loginName', '', '请输入用户名'],
    [Credentials, 'loginName', ' a ', '长度至少2个字符个字符'],
    [Credentials, 'loginName', 'ab', undefined],
    [Credentials, 'password', '12345', '登录密码不能少于6位'],
    [PasswordChange, 'oldPassword', '', '请输入旧密码'],
    [PasswordChange, 'newPassword', '', '请输入新密码'],
    [PasswordChange, 'newPassword', 'ab1', '长度在6到20个字之间'],
    [PasswordChange, 'newPassword', 'a1'.repeat(11), '长度在6到20个字之间'],
    [
      PasswordChange,
      'newPassword',
      'abcdef',
      '密码必须由大写字母、小写字母、数字、特殊符号中的2种及以上类型组成!',
    ],
    [PasswordChange, 'newPassword', 'abcdeF', undefined],
    [
      PasswordChange,
      'newPassword',
      '      ',
      '密码必须由大写字母、小写字母、数字、特殊符号中的2种及以上类型组成!',
    ],
    [NewOperator, 'name', undefined, '请输入运营商名称'],
    [NewOperator, 'code', '', '运营商编码不能为空'],
    [NewOperator, 'code', 'abcd', '运营商编码为1-4位大写英文字母'],
    [NewOperator, 'organizationId', undefined, '请选择厂商'],
    [NewOperator, 'organizationId', 3, undefined],
    [NewOrganization, 'code', 'ABCDE', '厂商编码只能为英文字母并且长度不能超过4个字符'],
    [NewOrganization, 'phone', '', undefined],
    [NewOrganization, 'phone', '123', '请输入11位正确的手机号'],
    [NewBatchSetting, 'paramSetRule.upgradeCount', 51, '数量为1到50的整数'],
    [NewBatchSetting, 'paramSetRule.upgradeCount', undefined, '数量为1到50的整数'],
    [NewBatchSetting, 'paramSetRule.interval', 2, '间隔为3到60分钟的整数'],
    [NewBatchSetting, 'paramSetRule.interval', 60, undefined],
    [NewBatchSetting, 'paramSetRule.windowStart', '24:00', '时间格式应为 HH:mm'],
    [NewBatchSetting, 'nothing.of.this', 'x', undefined],
    [NewDevice, 'longitude', 181, '经度在-180到180之间'],
    [NewDevice, 'longitude', null, undefined],
    [NewDevice, 'code', 'A_1', '设备编码为1-32位字母或数字'],
  ])('%#: %s %s', (schema, name, value, said) => {
    expect(firstBroken(schema, name, value)?.zh).toBe(said)
  })

  test('a field with words for its absence is required', () => {
    expect(isRequired(NewOperator, 'name')).toBe(true)
    expect(isRequired(NewOrganization, 'leader')).toBe(false)
  })

  test('speak the language of the console', async () => {
    const [rule] = rulesOf(NewOperator, 'code', 'en')
    const validator = rule && 'validator' in rule ? rule.validator : undefined
    await expect(validator?.({}, '', () => undefined)).rejects.toThrow('Operator code cannot be empty')
  })

  test('names are trimmed and passwords are not', () => {
    expect(tidy(Credentials, { loginName: ' a b ', password: ' p ' })).toEqual({
      loginName: 'a b',
      password: ' p ',
    })
  })
})
