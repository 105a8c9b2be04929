import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { expect, onTestFinished, test } from 'vitest'
import { containerImage } from './testing/firmware-images.ts'
import { signIn, startProduct } from './testing/product.ts'
import { register, until } from './testing/simulated-fleet.ts'

const PATIENCE_MS = 240_000
const DEVICES = 3
const version = '9.1'
const remark = JSON.stringify({ zh: '一', en: 'one', de: 'eins', fr: 'un' })

interface Job {
  readonly state: string
  readonly percent: number
  readonly reason: string | null
}

test(
  'om is killed in the middle of downloads: the devices go on where they were, and are upgraded once',
  async () => {
    // So slow that there is a middle; proven as soon as the version and the data are back.
    const product = await startProduct({ DOWNLOAD_RATE_EACH: '24', UPGRADE_SOAK_SECONDS: '0' })
    const { ask, token } = await signIn(product)
    const url = `http://127.0.0.1:${product.http}`
    const { codes, stop } = await register(
      { token, url, mqttPort: product.mqtt },
      { devices: DEVICES, kinds: 'portable', seed: 'crash' },
    )
    onTestFinished(stop)
    const body = new FormData()
    const board = { pcbCode: 'P-BMS-01', partType: 'bms', version }
    const bytes = containerImage({ ...board, payload: Buffer.alloc(480_000, 'firmware') })
    body.append('file', new Blob([new Uint8Array(bytes)]), 'bms.bin')
    const upload = await fetch(url + firmware.upload.path, {
      method: 'POST',
      headers: { authorization: token },
      body,
    })
    const { data } = (await upload.json()) as { data: FirmwareUpload }
    const wanted = { filePath: data.filePath, ...board, isRelease: true, remark }
    const { id: versionId } = await ask<{ id: number }>(firmware.create, wanted)
    const parts = async () =>
      (
        await product.query<{ id: number; version: string }>(
          `select d.id::int as id, curr_sw_version as version from devices d join device_parts p on p.device_id = d.id
           where code = any($1) and part_type = 'bms' and is_online = 1`,
          [codes],
        )
      ).rows
    const online = await until(parts, ({ length }) => length === DEVICES)
    for (const { id: equipId } of online) await ask(upgrades.send, { equipId, versionId })
    const jobs = async () =>
      (await product.query<Job>('select state, prog_percent as percent, reason from upgrade_jobs')).rows
    for (const least of [10, 40]) {
      await until(jobs, (all) => all.length === DEVICES && all.every(({ percent }) => percent >= least))
      await product.kill('om')
    }
    const ended = await until(
      jobs,
      (all) => all.every(({ state }) => state === 'success' || state === 'failed'),
      PATIENCE_MS / 2,
    )
    expect(ended.map(({ state, reason }) => ({ state, reason }))).toEqual(
      Array.from({ length: DEVICES }, () => ({ state: 'success', reason: null })),
    )
    expect((await until(parts, ({ length }) => length === DEVICES)).map((part) => part.version)).toEqual(
      Array.from({ length: DEVICES }, () => version),
    )
  },
  PATIENCE_MS,
)
