import { commands } from '@wattkeeper/contracts/api/commands'
import type { Page } from '@playwright/test'
import { firmwareImage } from './firmware-image.ts'
import { answer, button, callApi, choose, expectTexts, formOf, openAdd, rowOf, submit } from './forms.ts'
import { expect, test } from './journeys.ts'

/** Newer than what any simulated board runs, and another one in every run. */
const version = `8.${Date.now()}`
const fileName = `bms-${version}.wkfw`
const remark = `夜间升级 ${version}`
/** The simulator fetches, restarts, and is believed once it has reported again. */
const provenMs = 55_000

/** A release for the batteries of power stations, as an engineer uploads it. */
async function upload(page: Page): Promise<void> {
  const form = await openAdd(page, '/upgrade/file')
  const image = { pcbCode: 'P-BMS-01', partType: 'bms', version, isRelease: true }
  await form.locator('input[type=file]').setInputFiles({
    name: fileName,
    mimeType: 'application/octet-stream',
    buffer: firmwareImage(image),
  })
  await expect(form.getByLabel('软件版本')).toHaveValue(version)
  for (const language of ['中文', '英文', '德文', '法文'])
    await form.getByLabel(`版本说明（${language}）`).fill(`${language} ${version}`)
  await submit(page, '确定要新增升级文件管理吗？')
  await expect(rowOf(page, fileName)).toBeVisible()
}

/** The code of a simulated power station that is online, and from now on reports every 10 s. */
async function stationOf(page: Page): Promise<string> {
  await page.goto('/equipment/list?equipTypeId=1&isOnline=1')
  const row = rowOf(page, '便携储能电源').first()
  await expect(row).toContainText('在线', { timeout: 60_000 })
  const link = row.getByRole('link').first()
  const [, id] = /[?&]id=(\d+)/.exec((await link.getAttribute('href')) ?? '') ?? []
  await callApi(page, commands.uploadSwitch, { equipId: Number(id), value: 1 })
  return (await link.innerText()).trim()
}

/** On the platform's clock: this day's beginning is over, so what begins then begins now. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })

async function startAt(page: Page, moment: string): Promise<void> {
  await formOf(page).getByRole('button', { name: '升级时间' }).click()
  const typed = formOf(page).getByRole('textbox', { name: '升级时间' })
  await typed.fill(moment)
  await typed.press('Enter')
  await expect(formOf(page).getByRole('button', { name: `升级时间 ${moment}` })).toBeVisible()
}

const taskRow = (page: Page) => rowOf(page, remark)

test('a task is added, watched in its details and on its page to its end, and deleted', async ({ admin }) => {
  test.slow()
  await upload(admin)
  const code = await stationOf(admin)

  const form = await openAdd(admin, '/upgrade/task')
  await button(form, '确定').click()
  await expectTexts(form, ['请选择升级文件', '请选择升级时间'])
  await choose(admin, form.getByLabel('升级文件'), version)
  await expect(form.getByLabel('设备类型', { exact: true })).toHaveValue('便携储能电源')
  await expect(form.getByLabel('部件', { exact: true })).toBeDisabled()
  await startAt(admin, `${today()} 00:00`)
  await form.getByText('按设备编码', { exact: true }).click()
  await form.getByRole('textbox', { name: '设备编码' }).fill(code)
  await form.getByLabel('备注').fill(remark)
  await button(form, '确定').click()
  await answer(admin, `的 电池管理板 升级到 ${version}`, '确认下发 1 台')
  await expect(form).toHaveCount(0)

  const row = taskRow(admin)
  await expect(row).toContainText(version)
  await button(row, '升级详情').click()
  const details = formOf(admin)
  const device = details.getByRole('row').filter({ hasText: code })
  await expect(device).toContainText('电池管理板')
  await expect(device).toContainText('成功', { timeout: provenMs })
  await expect(device).toContainText(version)
  await details.getByRole('link', { name: '下发进度' }).click()
  await expect(admin.getByRole('heading', { name: /已完成/ })).toBeVisible()
  await expect(admin.getByRole('button', { name: '成功 1', exact: true })).toBeVisible()

  await admin.getByRole('link', { name: /←/ }).click()
  await expect(row).toContainText('已完成')
  await button(row, '删除').click()
  await answer(admin, '删除后不可恢复，确定执行此操作吗？', '删除')
  await expect(admin.getByText('删除成功!')).toBeVisible()
  await expect(row).toHaveCount(0)
})
