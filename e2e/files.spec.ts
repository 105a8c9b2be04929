import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

/** The code of a simulated cabinet that is online. */
async function aCabinet(admin: Page): Promise<string> {
  await admin.goto('/equipment/list?equipTypeId=3&isOnline=1')
  const link = admin.getByRole('row').getByRole('link').first()
  await expect(link).toBeVisible()
  return (await link.innerText()).trim()
}

test('a log is asked for, comes from the device, and is read and searched in the page', async ({ admin }) => {
  const code = await aCabinet(admin)
  await admin.goto(`/maintenance/logextract?equipCode=${code}&equipClassify=3&level=SYSTEM`)
  await expect(admin.getByText('暂无日志信息')).toBeVisible()
  await admin.getByRole('button', { name: /^时间范围/ }).click()
  const today = admin.locator('.ant-picker-cell-today').first()
  await today.click()
  await today.click()
  await admin.getByRole('button', { name: '提取日志' }).click()
  const arriving = admin.waitForEvent('download')
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${code}_SYSTEM_\\d{14}_\\d+\\.log$`))
  const stored = admin.getByRole('list', { name: '已提取的日志' }).getByRole('listitem')
  await expect(stored).toHaveCount(1)
  await stored.getByRole('button', { name: /查\s?看/ }).click()
  await expect(admin.getByText(/共 \d+ 行/)).toBeVisible()
  await admin.getByPlaceholder('在日志中搜索').fill('HEAP')
  await expect(admin.getByText(/第 1 \/ \d+ 处/)).toBeVisible()
})

/** The smallest picture that a browser shows. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an advertisement is published, plays on the cabinets, and is withdrawn', async ({ admin }) => {
  const name = `促销${randomBytes(3).toString('hex')}`
  await admin.goto('/maintenance/advertise')
  await admin
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click()
  const form = admin.getByRole('dialog').first()
  await form.getByLabel('广告名称').fill(name)
  const confirm = form.getByRole('button', { name: /确\s?定/ })
  await expect(confirm).toBeDisabled()
  await clearRange(form)
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(confirm).toBeEnabled()
  await confirmAdvert(admin, name)
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(/([1-9]\d*) \/ \1 块屏幕播放中/, { timeout: 30_000 })
  await row.getByRole('button', { name: /查\s?看/ }).click()
  await expect(admin.getByRole('dialog').getByAltText(`${name} 预览`)).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('button', { name: /删\s?除/ }).click()
  const box = admin.getByRole('dialog')
  await expect(box).toContainText('此操作将永久删除该文件, 是否继续?')
  await box.getByRole('button', { name: /取\s?消/ }).click()
  await expect(admin.getByText('已取消删除')).toBeVisible()
  await removeAdvert(admin, row)
})

test('a video is taken by its content, reaches the cabinets, and plays in the preview', async ({ admin }) => {
  const name = `视频${randomBytes(3).toString('hex')}`
  await admin.goto('/maintenance/advertise')
  const buffer = await recordVideo(admin)
  await admin
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click()
  const form = admin.getByRole('dialog').first()
  await form.getByLabel('广告名称').fill(name)
  const file = form.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') })
  await expect(admin.getByText('只能上传图片（PNG、JPEG、GIF、WebP）或MP4视频').first()).toBeVisible()
  await file.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer })
  await expect(form.getByRole('button', { name: /确\s?定/ })).toBeEnabled()
  await confirmAdvert(admin, name)
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(/([1-9]\d*) \/ \1 块屏幕播放中/, { timeout: 30_000 })
  const answer = admin.waitForResponse(/advertising\/preview/)
  await row.getByRole('button', { name: /查\s?看/ }).click()
  expect((await answer).headers()['content-type']).toBe('video/mp4')
  const video = admin.getByRole('dialog').getByLabel(`${name} 预览`)
  await expect(video).toHaveJSProperty('videoWidth', videoWidth)
  await video.evaluate((element) => (element instanceof HTMLVideoElement ? element.play() : undefined))
  await expect
    .poll(() => video.evaluate((element) => element instanceof HTMLVideoElement && element.currentTime))
    .toBeGreaterThan(0.2)
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await removeAdvert(admin, row)
})

async function confirmAdvert(admin: Page, name: string): Promise<void> {
  await admin
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: /确\s?定/ })
    .click()
  const question = admin
    .getByRole('dialog')
    .filter({ hasText: `确定要新增广告 ${name} 吗？` })
    .last()
  await question.getByRole('button', { name: /确\s?定/ }).click()
}

async function removeAdvert(admin: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /删\s?除/ }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(row).toHaveCount(0)
}

/** A start and an end are typed; clearing empties both, so that the advertisement plays at once and without an end. */
async function clearRange(form: Locator): Promise<void> {
  await form.getByRole('button', { name: '播放时间' }).click()
  for (const [placeholder, time] of [
    ['开始日期', '2099-01-01 08:00:00'],
    ['结束日期', '2099-02-01 08:00:00'],
  ] as const) {
    await form.getByPlaceholder(placeholder).fill(time)
    await form.getByPlaceholder(placeholder).press('Enter')
  }
  await expect(form.getByRole('button', { name: '播放时间 2099-01-01 08:00:00' })).toBeVisible()
  await form.getByRole('button', { name: '× 播放时间' }).click()
  await expect(form.getByRole('button', { name: '播放时间', exact: true })).toHaveText('')
}

const videoWidth = 320

/** A second of H.264 in an mp4, as this browser records it; of AV1 where it was built without. */
async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async (width) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = 180
    const pen = canvas.getContext('2d')
    const [mimeType] = ['avc1.42E01E', 'av01.0.04M.08']
      .map((codec) => `video/mp4;codecs=${codec}`)
      .filter((type) => MediaRecorder.isTypeSupported(type))
    const recorder = new MediaRecorder(canvas.captureStream(30), { ...(mimeType && { mimeType }) })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const done = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 60; frame++) {
      pen?.fillRect(frame, frame, 20, 20)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await done
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, videoWidth)
  return Buffer.from(base64, 'base64')
}
