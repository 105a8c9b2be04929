import { commands } from '@wattkeeper/contracts/api/commands'
import type { Locator, Page } from '@playwright/test'
import { firmwareImage } from './firmware-image.ts'
import {
  answer,
  button,
  callApi,
  choose,
  expectTexts,
  formOf,
  openAdd,
  pressMore,
  rowOf,
  submit,
} from './forms.ts'
import { expect, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

/** Newer than what any simulated board runs, and another one in every run. */
const version = `9.${Date.now()}`
const fileName = `sc-${version}.wkfw`
const board = 'P-SC-01'
const fileOf = (isRelease = true) => ({
  name: fileName,
  mimeType: 'application/octet-stream',
  buffer: firmwareImage({ pcbCode: board, partType: 'sc', version, isRelease }),
})
/** Its restart, and its next report after that. */
const provenMs = 150_000
const pickerOf = (form: Locator): Locator => form.locator('input[type=file]')

test('a firmware file is uploaded, read, saved, and shown as devices get it', async ({ admin }) => {
  const form = await openAdd(admin, '/upgrade/file')
  const confirm = button(form, '确定')
  await expect(confirm).toBeDisabled()

  await pickerOf(form).setInputFiles(fileOf())
  await expect(form.getByText(fileName)).toBeVisible()
  await expect(form.getByLabel('软件版本')).toHaveValue(version)
  await expect(form.getByLabel('软件版本')).toBeDisabled()
  await expect(form.getByLabel('板卡名称')).toHaveValue('便携显示控制板')
  await expect(form.getByLabel('适用范围')).toHaveValue('P600, P1200, P2400')
  await expect(form.getByRole('radio', { name: '发布版本' })).toBeChecked()
  await expect(form.getByRole('radio', { name: '发布版本' })).toBeDisabled()

  await pickerOf(form).setInputFiles(fileOf())
  await expect(admin.getByText('只能上传一个文件，请先删除当前文件!')).toBeVisible()
  await button(form, '删除文件').click()
  await expect(confirm).toBeDisabled()
  await expect(form.getByLabel('软件版本')).toHaveValue('')
  await pickerOf(form).setInputFiles(fileOf())
  await expect(confirm).toBeEnabled()

  await confirm.click()
  await expect(form.getByText('版本说明不能为空')).toHaveCount(4)
  for (const language of ['中文', '英文', '德文', '法文']) {
    await form.getByLabel(`版本说明（${language}）`).fill(`${language} ${version}`)
  }
  await submit(admin, '确定要新增升级文件管理吗？')
  await expect(admin.getByText('创建成功')).toBeVisible()

  const row = rowOf(admin, fileName)
  await expectTexts(row, ['发布版本', '最新', version])
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(row, 'JSON').click()
  await button(formOf(admin), '复制').click()
  await expect(admin.getByText('复制成功')).toBeVisible()
  const copied = await admin.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({ partType: 'sc', version })
})

test('a raw file is filled in by hand: the board brings its part', async ({ admin }) => {
  const form = await openAdd(admin, '/upgrade/file')
  const raw = { name: 'raw.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(version) }
  await pickerOf(form).setInputFiles(raw)
  await button(form, '确定').click()
  await expectTexts(form, ['板卡编号不能为空', '固件类型不能为空', '软件版本不能为空'])
  await choose(admin, form.getByLabel('板卡编号'), 'P-BMS-01')
  await expect(form.getByLabel('板卡名称')).toHaveValue('便携电池管理板')
  await expect(form.getByText('电池管理板 (bms)')).toBeVisible()
  await button(form, '取消').click()
  await answer(admin, '有未保存的修改，确定要放弃吗？', '放弃修改')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
})

/**
 * The upgrade dialog of a device of this type that is online, with this part; and the code of that device, which reports
 * every ten seconds from now on, as while somebody watches it: it is believed when it has reported.
 */
async function openUpgrade(
  page: Page,
  { typeId, type, part }: { readonly typeId: number; readonly type: string; readonly part: string },
): Promise<{ dialog: Locator; part: Locator; code: string }> {
  await page.goto(`/equipment/list?equipTypeId=${typeId}&isOnline=1`)
  const row = rowOf(page, type).first()
  await expect(row).toContainText('在线', { timeout: 60_000 })
  const link = row.getByRole('link').first()
  const code = (await link.innerText()).trim()
  const { searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url())
  await callApi(page, commands.uploadSwitch, { equipId: Number(searchParams.get('id')), value: 1 })
  await pressMore(page, row, '设备升级')
  const dialog = page.getByRole('dialog').filter({ hasText: `设备升级：${code}` })
  const shown = dialog.locator(`[data-part=${part}]`)
  await expect(shown).toBeVisible()
  return { dialog, part: shown, code }
}

test('a device is upgraded, followed to its success, and remembers it', async ({ admin }) => {
  test.slow()
  const station = { typeId: 1, type: '便携储能电源', part: 'sc' }
  const { dialog, part, code } = await openUpgrade(admin, station)
  await expect(part).toContainText(version)
  await expect(part).toContainText('可升级')
  await button(part, '升级').click()
  const choice = admin.getByRole('dialog').filter({ hasText: '升级 显示控制板' })
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(1)
  await button(choice, '升级').click()
  await answer(admin, `确定要将设备 ${code} 的显示控制板升级到 ${version} 吗？`, '升级')
  await expect(admin.getByText('升级命令发送成功')).toBeVisible()

  const job = part.getByRole('status')
  await expect(job).toBeVisible()
  await expect(button(part, '升级')).toBeDisabled()
  await expect(job).toContainText('成功', { timeout: provenMs })
  await expect(part).toContainText('已是最新')
  await button(dialog, '关闭').first().click()
  await expect(dialog).toHaveCount(0)

  await rowOf(admin, code).getByRole('link', { name: code }).click()
  await admin.getByRole('tab', { name: '升级记录' }).click()
  await expect(admin).toHaveURL(/tab=04/)
  await expectTexts(rowOf(admin, version), ['显示控制板', '成功', '手动升级'])
})

test('all of a device is upgraded at once, and then there is nothing left', async ({ admin }) => {
  test.slow()
  const battery = { typeId: 4, type: '换电电池', part: 'bms' }
  const { dialog, part, code } = await openUpgrade(admin, battery)
  await expect(part).toContainText('可升级')
  await button(dialog, '全部升级').click()
  await answer(admin, `确定要升级设备 ${code} 的全部可升级部件吗？`, '升级')
  await expect(admin.getByText('升级命令发送成功')).toBeVisible()
  await expect(part.getByRole('status')).toContainText('成功', { timeout: provenMs })
  await expect(part).toContainText('已是最新')
  await button(dialog, '全部升级').click()
  await expect(admin.getByText('没有可升级的内容')).toBeVisible()
})

test('a firmware file is deleted after a question', async ({ admin }) => {
  await admin.goto(`/upgrade/file?version=${version}`)
  const row = rowOf(admin, fileName)
  await button(row, '删除').click()
  await answer(admin, '此操作将删除软件包, 是否继续?', '删除')
  await expect(admin.getByText('删除成功!')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a hardware version follows the device type, is added and deleted', async ({ admin }) => {
  await admin.goto('/upgrade/hardware')
  await button(admin, '新增').first().click()
  const form = formOf(admin)
  await button(form, '确定').click()
  await expectTexts(form, ['设备类型不能为空', '设备型号不能为空', '部件不能为空'])
  await expectTexts(form, ['版本名称不能为空', '版本号不能为空'])
  await choose(admin, form.getByLabel('设备类型'), '便携储能电源')
  await choose(admin, form.getByLabel('设备型号'), '便携电源')
  await choose(admin, form.getByLabel('部件'), 'sc')
  await choose(admin, form.getByLabel('设备类型'), '换电柜')
  await expect(form.getByText('显示控制板 (sc)')).toHaveCount(0)
  await choose(admin, form.getByLabel('设备型号'), '换电柜')
  await choose(admin, form.getByLabel('部件'), '仓控板')
  await form.getByLabel('版本名称').fill('一个超过二十个字符的版本名称一个超过二十个字符')
  await expect(form.getByText('版本名称长度不能超过20个字符')).toBeVisible()
  const code = version.slice(-8)
  await form.getByLabel('版本名称').fill(`仓控 ${code}`)
  await form.getByLabel('版本号').fill(code)
  await submit(admin, `确定要新增硬件版本 仓控 ${code} 吗？`)

  await button(admin, '新增').first().click()
  await expect(formOf(admin).getByLabel('版本号')).toHaveValue('')
  await admin.keyboard.press('Escape')
  const row = rowOf(admin, code)
  await button(row, '删除').click()
  await answer(admin, '确定要删除硬件版本嘛？', '删除')
  await expect(admin.getByText('删除成功!')).toBeVisible()
  await expect(row).toHaveCount(0)
})
