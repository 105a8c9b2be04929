import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import type { Page } from '@playwright/test'
import { answer, button, choose, expectTexts, formOf, rowOf, submit, topOf } from './forms.ts'
import { expect, test } from './journeys.ts'
import { addUser, password, signedIn } from './persons.ts'

// What an administrator looks after beside the people themselves: what they did, what devices are made of, their means.

test('the audit log says what was changed, in words and at an address, and goes to a workbook', async ({
  admin,
}) => {
  await addUser(admin, { userName: '留痕者', loginName: 'acts-audit' })
  await admin.goto('/system/audit?action=users.create')
  await rowOf(admin, '用户 · 新增').first().getByRole('button', { name: '查看变更与请求内容' }).click()
  const detail = admin.getByRole('region', { name: /^用户 \d+$/ }).first()
  await expectTexts(detail, ['姓名', '留痕者', '登录名', '***'])
  await expect(admin).toHaveURL(/rows=\d+/)
  await admin.reload()
  await expectTexts(detail, ['留痕者'])
  const download = admin.waitForEvent('download')
  await button(admin, '导出').click()
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.xlsx$/)
})

test('a new device type with part, board and model, and the board carries the part', async ({ admin }) => {
  const add = async (tab: string) => {
    await admin.goto(`/system/device-type?tab=${tab}`)
    await button(admin, '新增').first().click()
    return formOf(admin)
  }
  const type = await add('types')
  await type.getByLabel('设备类型名称').fill('旅程储能柜')
  await type.getByLabel('类型编码').fill('TRIPCAB')
  await submit(admin, '确定要新增设备类型 旅程储能柜 吗？')
  await unfold(admin, '旅程储能柜')
  await button(admin, '新增部件').click()
  await formOf(admin).getByLabel('部件编码').fill('ems')
  await formOf(admin).getByLabel('部件名称').fill('能量管理')
  await submit(admin, '确定要新增部件 能量管理 吗？')
  await expect(admin.getByRole('listitem').filter({ hasText: '能量管理' })).toBeVisible()
  await unfold(admin, '便携储能电源')
  await expect(admin.getByRole('listitem').filter({ hasText: 'wifi' })).toContainText('系统内置')

  const board = await add('boards')
  await choose(admin, board.getByLabel('设备类型'), '旅程储能柜')
  await choose(admin, board.getByLabel('部件'), '能量管理')
  await board.getByLabel('板卡编号').fill('TRIP-EMS-1')
  await board.getByLabel('板卡名称').fill('旅程板')
  await board.getByLabel('适用范围').fill('T100')
  await submit(admin, '确定要新增板卡 TRIP-EMS-1 吗？')

  const model = await add('models')
  await choose(admin, model.getByLabel('设备类型'), '旅程储能柜')
  await model.getByLabel('型号名称').fill('旅程柜 T100')
  await choose(admin, model.getByLabel('部件'), '能量管理')
  await submit(admin, '确定要新增设备型号 旅程柜 T100 吗？')
  await admin.goto('/system/device-type?name=旅程柜')
  await unfold(admin, '旅程柜 T100')
  await button(admin, '指定板卡').click()
  await choose(admin, formOf(admin).getByLabel('板卡'), 'TRIP-EMS-1')
  await submit(admin, '确定要修改型号 旅程柜 T100 的部件 能量管理 的板卡吗？')
  await expect(admin.getByText('板卡 TRIP-EMS-1')).toBeVisible()

  await admin.goto('/system/device-type?tab=boards&pcbCode=TRIP')
  await button(rowOf(admin, 'TRIP-EMS-1'), '删除').click()
  await answer(admin, '删除板卡 TRIP-EMS-1？此操作不可恢复', '删除')
  await expect(admin.getByText(/旅程板 仍被使用，不能修改归属或删除：1 个型号/)).toBeVisible()
  await button(topOf(admin), '取消').click()
  await admin.goto('/system/device-type?name=旅程柜')
  await button(rowOf(admin, '旅程柜 T100'), '删除').click()
  await answer(admin, '删除设备型号 旅程柜 T100？此操作不可恢复', '删除')
  await expect(admin.getByText('没有符合条件的数据')).toBeVisible()
})

test('a key for a machine works until it is taken away, and one’s other sessions are ended', async ({
  admin,
  browser,
}) => {
  await admin.goto('/system/api-key')
  await button(admin, '新增').first().click()
  const form = formOf(admin)
  await form.getByLabel('密钥名称').fill('旅程程序')
  await form.getByText('全选我的权限').click()
  await submit(admin, '确定要新增接口密钥 旅程程序 吗？它将以您的身份访问接口。')
  const copy = topOf(admin).getByRole('button', { name: /^复制 / })
  const key = (await copy.getAttribute('aria-label'))?.replace('复制 ', '') ?? ''
  await button(topOf(admin), '已保存，关闭').click()
  const asked = async () => {
    const reply = await admin.request.post(deviceTypeCatalogue.listModels.path, {
      headers: { authorization: key },
      data: {},
    })
    const envelope: unknown = await reply.json()
    return envelope
  }
  expect(await asked()).toMatchObject({ code: 200 })
  await button(rowOf(admin, '旅程程序'), '删除').click()
  await answer(admin, '删除接口密钥 旅程程序？此操作不可恢复', '删除')
  await expect(rowOf(admin, '旅程程序')).toHaveCount(0)
  expect(await asked()).not.toMatchObject({ code: 200 })

  await addUser(admin, { userName: '两处者', loginName: 'acts-twice' })
  const here = await signedIn(browser, { loginName: 'acts-twice', password })
  const there = await signedIn(browser, { loginName: 'acts-twice', password })
  await here.getByRole('button', { name: /两处者/ }).click()
  await here.getByText('我的会话').click()
  await button(topOf(here).getByRole('listitem').filter({ hasNotText: '当前会话' }).first(), '结束').click()
  await answer(here, '该处将需要重新登录。', '确定')
  await expect(there.getByText('您已被登出，可以取消继续留在该页面，或者重新登录')).toBeVisible()
  await here.context().close()
  await there.context().close()
})

const unfold = (page: Page, text: string) =>
  rowOf(page, text).first().getByRole('button', { name: '查看部件' }).click()
