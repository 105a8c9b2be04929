import { users } from '@wattkeeper/contracts/api/users'
import type { Page } from '@playwright/test'
import {
  answer,
  button,
  callApi,
  choose,
  expectTexts,
  formOf,
  openAdd,
  openList,
  rowOf,
  submit,
  topOf,
} from './forms.ts'
import { expect, test } from './journeys.ts'

// The rules of the specification's section 5 for people and reference data, each with its text, on the screen.
// docs/rules-of-people.md says which test holds them on the server.

test('the user form', async ({ admin }) => {
  const form = await openAdd(admin, '/system/user')
  await expect(form.getByLabel('密码', { exact: true })).not.toHaveValue('')
  await form.getByLabel('密码', { exact: true }).fill('')
  await button(form, '确定').click()
  await expectTexts(form, ['请输入姓名', '请输入登录名', '请输入登录密码'])
  await expectTexts(form, ['请输入手机号', '请选择角色', '请选择人员类型'])
  await form.getByLabel('手机号').fill('1380000000')
  await expectTexts(form, ['请输入正确的手机号'])
  const offered = await openList(admin, form.getByLabel('角色'))
  await expect(offered.getByText('平台运营')).toBeVisible()
  await expect(offered.getByText('系统管理员')).toHaveCount(0)
  await offered.getByText('平台运营').click()
  await form.getByLabel('角色').blur()
  await choose(admin, form.getByLabel('人员类型'), '运维')
  await form.getByLabel('手机号').fill('13800000000')
  await form.getByLabel('姓名').fill('规则甲')
  await form.getByLabel('登录名').fill('rules-a')
  await form.getByRole('button', { name: '重新生成' }).click()
  await submit(admin, '确定要新增用户 规则甲 吗？')
  await expect(topOf(admin)).toContainText('密码只显示这一次')
  await button(topOf(admin), '已保存，关闭').click()
  const row = rowOf(admin, '规则甲')
  await button(row, '编辑').click()
  await expect(formOf(admin).getByLabel('登录名')).toBeDisabled()
  await formOf(admin).getByLabel('姓名').fill('规则乙')
  await submit(admin, '确定要编辑用户 规则乙 吗？')
  await expect(rowOf(admin, '规则乙')).toBeVisible()
  const first = rowOf(admin, '系统内置')
  await expect(first).toContainText('系统管理员')
  await expect(first.getByRole('button')).toHaveCount(0)
})

test('the permission dialog', async ({ admin }) => {
  await addUser(admin, { userName: '受限者', loginName: 'rules-narrow' })
  await admin.goto('/system/user?name=受限者')
  const open = async () => {
    await button(rowOf(admin, '受限者'), '权限').click()
    await expect(formOf(admin).getByLabel('设备类型')).toBeVisible()
    return formOf(admin)
  }
  const form = await open()
  await expect(form.getByRole('status')).toHaveText(/用户 受限者：可见 (\d+) \/ \1 台设备/)
  await button(form, '保存').click()
  await expectTexts(form, ['设备类型、运营商、地区至少选1个'])
  const regions = form.getByLabel('地区')
  for (const name of ['江苏省', '浙江省', '广东省', '北京市']) await chooseRegion(admin, name)
  await expectTexts(admin.locator('body'), ['地区最多选择3个'])
  await expect(form.locator('.ant-select-selection-item')).toHaveCount(3)
  await regions.blur()
  await choose(admin, form.getByLabel('设备类型'), '换电柜')
  await expect(form.getByText('换电柜', { exact: true })).toBeVisible()
  await expect(form.getByRole('status')).toHaveText(/可见 \d+ \/ \d+ 台设备/)
  await submit(admin, '确定要给该用户分配权限吗？', '保存')
  await expect(rowOf(admin, '受限者')).toContainText('受限')
  const again = await open()
  await button(again, '重置权限').click()
  await answer(admin, '确定要重置该用户权限吗？', '确定')
  await expect(admin.getByText('权限已重置')).toBeVisible()
  await expect(rowOf(admin, '受限者').getByText('受限', { exact: true })).toHaveCount(0)
})

test('the role form', async ({ admin }) => {
  const form = await openAdd(admin, '/system/role')
  await button(form, '确定').click()
  await expectTexts(form, ['请输入角色名称', '请输入角色编码'])
  await form.getByLabel('角色名称').fill('规则角色')
  await form.getByLabel('角色编码').fill('RULES')
  const node = (name: string) => form.getByRole('treeitem').filter({ hasText: name }).first()
  await form.getByRole('searchbox').fill('运营商管理')
  await expect(node('字典管理')).toHaveCount(0)
  await node('运营商管理').locator('.ant-tree-checkbox').click()
  await expect(node('组织管理').locator('.ant-tree-checkbox')).toHaveAttribute('aria-checked', 'mixed')
  // what the keyword hid is as it was; far rows of the whole tree are not in the page
  await form.getByRole('searchbox').fill('组织')
  await expect(node('厂商管理').locator('.ant-tree-checkbox')).toHaveAttribute('aria-checked', 'false')
  await expect(node('组织管理').locator('.ant-tree-checkbox')).toHaveAttribute('aria-checked', 'mixed')
  await submit(admin, '确定要新增角色 规则角色 吗？')
  await expect(rowOf(admin, '规则角色')).toBeVisible()
})

test('the menu form', async ({ admin }) => {
  const form = await openAdd(admin, '/system/menu')
  await form.getByLabel('路由路径').fill('')
  await button(form, '确定').click()
  await expectTexts(form, ['请输入菜单名称', '请输入路由路径', '请输入路由名称', '请选择组件地址'])
  // an external link is shown at /iframe, and its address is a web address
  await form.getByText('外部链接', { exact: true }).click()
  await expect(form.getByLabel('路由路径')).toHaveValue('/iframe')
  await expect(form.getByLabel('路由路径')).toBeDisabled()
  await expect(form.getByLabel('链接地址')).toBeVisible()
  // another type is an internal one again, and a group has no page
  await form.getByText('目录', { exact: true }).click()
  await expect(form.getByRole('radio', { name: '内部' })).toBeChecked()
  await expect(form.getByLabel('组件地址')).toBeDisabled()
  await form.getByLabel('菜单名称').fill('规则目录')
  await form.getByLabel('路由路径').fill('/rules')
  await form.getByLabel('路由名称').fill('rules')
  await form.getByLabel('图标').click()
  await topOf(admin).getByRole('searchbox').fill('tool')
  await topOf(admin).getByRole('button', { name: 'Tool', exact: true }).click()
  await submit(admin, '确定要新增菜单 规则目录 吗？')
  const group = rowOf(admin, '规则目录')
  await expect(group).toContainText('Tool')
  await button(group, '新增下级').click()
  await expect(formOf(admin).getByText('页面', { exact: true })).toBeVisible()
  await expect(formOf(admin).getByText('目录', { exact: true })).toHaveCount(0)
  await button(formOf(admin), '取消').click()
  await button(group, '编辑').click()
  const parents = await openList(admin, formOf(admin).getByLabel('上级菜单'))
  await expect(parents.getByText('系统管理')).toBeVisible()
  await expect(parents.getByText('规则目录')).toHaveCount(0)
  await formOf(admin).getByLabel('上级菜单').blur()
  await button(formOf(admin), '取消').click()
  await button(group, '删除').click()
  await answer(admin, '删除菜单 规则目录？此操作不可恢复', '删除')
  await expect(group).toHaveCount(0)
})

test('the form of the dictionary', async ({ admin }) => {
  const form = await openAdd(admin, '/system/dictionary')
  await button(form, '确定').click()
  await expectTexts(form, ['编码不能为空', '名称不能为空', '类型不能为空', '备注不能为空'])
  await form.getByLabel('编码').fill('123456789')
  await expectTexts(form, ['长度不能超过8个字符'])
  await expect(form.getByLabel('告警级别')).toHaveCount(0)
  await choose(admin, form.getByLabel('类型', { exact: true }), '告警')
  await button(form, '确定').click()
  await expectTexts(form, ['告警级别不能为空', '解析方式不能为空'])
  const levels = await openList(admin, form.getByLabel('告警级别'))
  await expect(levels.locator('.ant-select-item-option')).toHaveCount(4)
  await levels.locator('.ant-select-item-option').first().click()
  await choose(admin, form.getByLabel('解析方式'), '按位')
  await form.getByLabel('编码').fill('99110001')
  await form.getByLabel('名称', { exact: true }).fill('规则告警')
  await form.getByLabel('备注').fill('旅程')
  await submit(admin, '确定要新增字典项 规则告警 吗？')
  await admin.goto('/system/dictionary?code=99110001')
  await button(rowOf(admin, '规则告警'), '删除').click()
  await answer(admin, '删除字典项 规则告警？此操作不可恢复', '删除')
  await expect(admin.getByText('没有符合条件的数据')).toBeVisible()
})

test('the forms of manufacturers and operators', async ({ admin }) => {
  const maker = await openAdd(admin, '/organization/manufacturer')
  await button(maker, '确定').click()
  await expectTexts(maker, ['请输入厂商名称', '请输入厂商编码'])
  await maker.getByLabel('厂商编码').fill('A1')
  await maker.getByLabel('手机号').fill('123')
  await expectTexts(maker, ['厂商编码只能为英文字母并且长度不能超过4个字符', '请输入11位正确的手机号'])
  await maker.getByLabel('厂商名称').fill('规则厂商')
  await maker.getByLabel('厂商编码').fill('RULE')
  await maker.getByLabel('手机号').fill('')
  await submit(admin, '确定要新增厂商 规则厂商 吗？')
  const row = rowOf(admin, '规则厂商')
  await expect(button(row, '删除')).toHaveCount(0)
  await button(row, '编辑').click()
  await expect(formOf(admin).getByRole('textbox')).toHaveCount(1)
  await button(formOf(admin), '取消').click()

  const form = await openAdd(admin, '/organization/operator')
  await button(form, '确定').click()
  await expectTexts(form, ['请输入运营商名称', '运营商编码不能为空', '请选择厂商'])
  await form.getByLabel('运营商编码').fill('abcde')
  await expectTexts(form, ['运营商编码为1-4位大写英文字母'])
  await form.getByLabel('运营商名称').fill('规则运营商')
  await form.getByLabel('运营商编码').fill('RULE')
  await choose(admin, form.getByLabel('所属厂商'), '规则厂商')
  await submit(admin, '确定要新增运营商 规则运营商 吗？')
  await button(rowOf(admin, '规则运营商'), '编辑').click()
  await expect(formOf(admin).getByLabel('所属厂商')).toBeDisabled()
  await button(formOf(admin), '取消').click()
  await button(rowOf(admin, '规则运营商'), '删除').click()
  await answer(admin, '删除运营商 规则运营商？此操作不可恢复', '删除')
  await expect(rowOf(admin, '规则运营商')).toHaveCount(0)
})

test('the change of the password', async ({ admin }) => {
  await admin.getByRole('button', { name: /系统管理员/ }).click()
  await admin.getByText('修改密码').click()
  const form = formOf(admin)
  await button(form, '确定').click()
  await expectTexts(form, ['请输入旧密码', '请输入新密码', '请再次输入新密码'])
  const [old, next, again] = [
    form.getByLabel('旧密码'),
    form.getByLabel('新密码', { exact: true }),
    form.getByLabel('重复新密码'),
  ]
  await next.fill('Ab1')
  await expectTexts(form, ['长度在6到20个字之间'])
  await next.fill('abcdefgh')
  await expectTexts(form, ['密码必须由大写字母、小写字母、数字、特殊符号中的2种及以上类型组成!'])
  await next.fill('abcdefg1')
  await again.fill('abcdefg2')
  await expectTexts(form, ['两次密码输入不一致'])
  await again.fill('abcdefg1')
  await old.fill('not-the-old-one')
  await button(form, '确定').click()
  await expect(admin.getByText('旧密码不正确').first()).toBeVisible()
})

/** The cascader finds a region by its name. */
async function chooseRegion(page: Page, name: string): Promise<void> {
  const field = formOf(page).getByLabel('地区')
  await field.fill(name)
  await page
    .locator('.ant-cascader-dropdown')
    .getByRole('menuitemcheckbox')
    .filter({ hasText: name })
    .first()
    .click()
  await field.fill('')
}

const addUser = (page: Page, person: { readonly userName: string; readonly loginName: string }) =>
  callApi(page, users.create, {
    ...person,
    password: 'First-pass1',
    phone: '13800000000',
    roleIds: [2],
    type: '1',
  })
