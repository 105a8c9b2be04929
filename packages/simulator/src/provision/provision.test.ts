import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api as routes } from '@wattkeeper/contracts'
import type { Device } from '@wattkeeper/contracts/api/devices'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Api } from './api.ts'
import { identitiesOf } from './identities.ts'
import { provision } from './provision.ts'
import { Secrets } from './secrets.ts'

interface Platform {
  readonly url: string
  readonly asked: string[]
  readonly devices: Map<string, { id: number; code: string; operatorId: number; regionCode: string | null }>
  stop(): void
}

/** A platform reduced to what provisioning asks of it: it stands for the outside world. */
async function startPlatform(): Promise<Platform> {
  const asked: string[] = []
  const devices: Platform['devices'] = new Map()
  const organizations: { id: number; name: string; code: string }[] = []
  const operators: { id: number; name: string; code: string }[] = []
  let lastId = 100
  let isBusy = true
  const next = () => ({ id: ++lastId })
  const insert = (list: object[], { name = '', code = '' }: Record<string, string>) => {
    const made = { ...next(), name, code }
    list.push(made)
    return made
  }
  const answers: Record<string, (input: Record<string, string>) => unknown> = {
    [routes.organizations.choices.path]: () => organizations,
    [routes.organizations.create.path]: (input) => insert(organizations, input),
    [routes.operators.choices.path]: () => operators,
    [routes.operators.create.path]: (input) => insert(operators, input),
    [routes.deviceTypes.all.path]: () =>
      [1, 2, 3, 4].map((id) => ({
        id,
        name: 't',
        code: 't',
        partTypes: [],
        equipModels: [{ id: id * 10, name: 'P1200 C8' }],
      })),
    [routes.regions.tree.path]: () => [
      { code: '86', name: 'China', childrens: [{ code: '440305', name: 'Nanshan' }] },
    ],
    [routes.devices.list.path]: () => [...devices.values()].map(({ id, code }) => deviceRow(id, code)),
    [routes.devices.create.path]: (input) => {
      const { id } = next()
      const { code = '', operatorId, regionCode = null } = input
      devices.set(code, { id, code, operatorId: Number(operatorId), regionCode })
      return { id, code, secret: `first-${id}` }
    },
  }
  const renew = (path: string) => {
    const id = Number(path.split('/').at(-1))
    return { id, code: 'x', secret: `renewed-${id}` }
  }
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const path = (request.url ?? '').split('?')[0] ?? ''
      asked.push(path)
      const isRefused = isBusy && path === routes.devices.create.path
      if (isRefused) isBusy = false
      const data = isRefused ? null : (answers[path]?.(read(body)) ?? renew(path))
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ code: isRefused ? 429 : 200, message: 'busy', data, total: devices.size }),
      )
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port ?? 0}`, asked, devices, stop: () => server.close() }
}

function read(body: string): Record<string, string> {
  const fields: Record<string, string> = body ? JSON.parse(body) : {}
  return fields
}

const deviceRow = (id: number, code: string): Device => ({
  id,
  code,
  isOnline: 0,
  equipTypeId: 1,
  equipTypeName: '',
  equipModelId: 1,
  equipModelName: '',
  organizationId: 1,
  organizationName: '',
  operatorId: 1,
  operatorName: '',
  regionCode: null,
  regionName: null,
  address: '',
  longitude: null,
  latitude: null,
  status: 2,
  lastOnlineTime: null,
  lastOfflineTime: null,
  silentSince: null,
  clockWrongSince: null,
  alarmCount: 0,
  updateTime: '2026-01-01T00:00:00.000Z',
  version: 1,
})

let folder: string
let platform: Platform
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattkeeper-simulator-'))
  platform = await startPlatform()
})
afterEach(async () => {
  platform.stop()
  await rm(folder, { recursive: true })
})

async function run(count: number) {
  const secrets = await Secrets.open(folder, platform.url)
  const identities = identitiesOf('seed', count)
  return provision({
    api: new Api(platform.url, 'token'),
    seed: 'seed',
    identities,
    secrets,
    say: () => undefined,
  })
}

const asks = (path: string) => platform.asked.filter((each) => each === path).length

test('a first run makes what is missing, waits where it is told to, and keeps the secrets to itself', async () => {
  const members = await run(20)
  expect(members).toHaveLength(20)
  expect(platform.devices.size).toBe(20)
  expect(members.every(({ id, secret }) => secret === `first-${id}`)).toBe(true)
  expect(
    [...platform.devices.values()].every(({ regionCode }) => regionCode === null || regionCode === '440305'),
  ).toBe(true)
  const { mode } = await stat(join(folder, 'simulator-secrets.json'))
  expect(mode & 0o777).toBe(0o600)
})

test('a second run reuses everything, and a larger fleet only adds', async () => {
  const first = await run(10)
  const created = asks(routes.devices.create.path)
  expect(await run(10)).toEqual(first)
  expect(asks(routes.devices.create.path)).toBe(created)
  const larger = await run(15)
  expect(larger.slice(0, 10)).toEqual(first)
  expect(platform.devices.size).toBe(15)
  expect(platform.asked.some((path) => path.includes('/secret/'))).toBe(false)
})

test('a lost or damaged secret file leads to new secrets', async () => {
  await run(5)
  await writeFile(join(folder, 'simulator-secrets.json'), '{"broken')
  const members = await run(5)
  expect(members.every(({ id, secret }) => secret === `renewed-${id}`)).toBe(true)
  expect(platform.devices.size).toBe(5)
})

test('a platform that does not answer is named in one sentence', async () => {
  const nobody = new Api('http://127.0.0.1:9')
  await expect(nobody.call(routes.organizations.choices, {})).rejects.toThrow(
    /^The platform at http:\/\/127\.0\.0\.1:9 does not answer: .*\.$/,
  )
})
