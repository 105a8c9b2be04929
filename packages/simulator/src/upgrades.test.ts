import type { AlarmReport, Info, UpgradeOrder, UpgradeProgress } from '@wattkeeper/contracts/link'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Portable } from './machines/portable.ts'
import { randomOf } from './random.ts'
import { stage, testStart } from './testing.ts'
import { type FilePlatform, startFilePlatform } from './testing-platform.ts'
import { type UpgradeTrouble, readShares, troubleFor } from './upgrade-trouble.ts'

let platform: FilePlatform
beforeEach(async () => {
  platform = await startFilePlatform()
})
afterEach(() => platform.stop())

/** A power station of a calm fleet, two minutes old, whose clock goes on while it is being watched. */
function meet(trouble?: UpgradeTrouble) {
  const { fleet, wheel, lines, spoken } = stage('calm-day', 'one', 20)
  wheel.turnTo(testStart + 120_000)
  const device = fleet.devices.find(({ machine, line }) => machine instanceof Portable && line.isOnline)
  const line = device && lines.get(device.code)
  if (!device || !line) throw new Error('the fleet lacks a power station')
  device.upgradeTrouble = trouble
  const said = <T>(name: string): T[] =>
    spoken.flatMap((each) => (each.name === name && each.code === device.code ? [each.payload as T] : []))
  const progress = ({ id }: UpgradeOrder) =>
    said<UpgradeProgress>('progress').filter((each) => each.id === id)
  const version = () =>
    said<Info>('info')
      .at(-1)
      ?.parts?.find(({ partType }) => partType === 'bms')?.currSwVersion
  /** Gives the order, and lets time pass until the device says that it has ended. */
  const upgrade = (order: UpgradeOrder, status: 0 | 1 | 2 = 1) => {
    line.tell('upgrade', order)
    return vi.waitFor(
      () => {
        wheel.turnTo(wheel.now() + 1_000)
        expect(progress(order).at(-1)?.status).toBe(status)
        return progress(order)
      },
      { timeout: 10_000, interval: 2 },
    )
  }
  return {
    device,
    line,
    upgrade,
    progress,
    version,
    alarms: () => said<AlarmReport>('alarms'),
    infos: () => said<Info>('info').length,
    turn: (ms: number) => wheel.turnTo(wheel.now() + ms),
  }
}

test('an upgrade says how far it is every few percent, restarts and reports the new version', async () => {
  const { upgrade, turn, version, line, infos } = meet()
  const before = infos()
  const said = await upgrade(platform.orderOf('9.9.9'))
  const percents = said.map(({ progPercent }) => progPercent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.length).toBeGreaterThan(4)
  turn(10_000)
  expect(line.isOnline).toBe(true)
  expect(infos()).toBe(before + 1)
  expect(version()).toBe('9.9.9')
})

test('a download that breaks goes on where it stopped, and a platform that is busy is asked again when it said', async () => {
  const { upgrade, progress, turn, version } = meet()
  platform.breaksAfter = 150_000
  platform.busyFor = 2
  const order = platform.orderOf('9.9.9')
  await upgrade(order)
  expect(platform.asked.map(({ range }) => range)).toEqual([
    ...[undefined, undefined, undefined],
    ...['bytes=150000-', 'bytes=300000-'],
  ])
  expect(platform.asked.at(-1)?.ifRange).not.toBe('')
  expect(progress(order).some(({ message }) => message === 'waiting for its turn')).toBe(true)
  turn(10_000)
  expect(version()).toBe('9.9.9')
})

test('a file that has changed in between is fetched anew', async () => {
  const { upgrade } = meet()
  platform.breaksAfter = 300_000
  const [old, wanted] = [platform.file, Buffer.alloc(400_000, 9)]
  platform.file = wanted
  const order = platform.orderOf('9.9.9')
  platform.file = old
  platform.onAsked = (nth) => {
    if (nth !== 2) return
    platform.file = wanted
    platform.breaksAfter = Infinity
  }
  await upgrade(order)
  expect(platform.asked).toHaveLength(2)
})

test.each<[string, Partial<UpgradeOrder>, string]>([
  ['that is gone', { url: '/gone' }, 'the platform answered 404 for the file'],
  ['that is longer', { size: 399_999 }, 'the file has more than 399999 bytes'],
  ['that is shorter', { size: 400_001 }, 'the file has 400000 bytes, not 400001'],
  ['with another md5', { md5: 'f'.repeat(32) }, 'the md5 of the file differs'],
  ['with another sha256', { sha256: 'f'.repeat(64) }, 'the sha256 of the file differs'],
  ['with a false signature', { signature: Buffer.alloc(64, 1).toString('base64') }, 'the signature is not'],
  ['for a part that it lacks', { partType: 'tail' }, 'this device has no part tail at address 0'],
])('a file %s is not installed, and the same order gets the same answer', async (_, over, message) => {
  const { upgrade, progress, turn, version } = meet()
  const url = over.url ? { url: platform.url + over.url } : {}
  const order = platform.orderOf('9.9.9', { ...over, ...url })
  expect((await upgrade(order, 2)).at(-1)?.message).toContain(message)
  const before = progress(order).length
  expect((await upgrade(order, 2)).length).toBe(before + 1)
  turn(10_000)
  expect(version()).not.toBe('9.9.9')
})

test('a container is looked into: what it is for, its checksum, its own signature', async () => {
  const payload = Buffer.alloc(100_000, 3)
  const attempt = async (file: Buffer, over: Partial<UpgradeOrder> = {}) => {
    platform.file = file
    const { upgrade } = meet()
    const order = platform.orderOf('9.9.9', over)
    return (await upgrade(order, 2)).at(-1)?.message
  }
  const good = platform.container({}, payload)
  const spoilt = (at: number) => {
    const copy = Buffer.from(good)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  expect(await attempt(platform.container({ partType: 'pcs' }, payload))).toBe(
    'the container is for pcs, not for bms',
  )
  expect(await attempt(platform.container({ version: '9.9.8' }, payload))).toBe(
    'the container holds 9.9.8, not 9.9.9',
  )
  expect(await attempt(spoilt(5_000))).toBe('the CRC-32 of the container differs')
  expect(await attempt(spoilt(good.length - 1))).toContain('within the container')
  platform.file = good
  await meet().upgrade(platform.orderOf('9.9.9'))
})

test('a new key is taken over on the word of the one before, and on nobody else’s', async () => {
  await meet().upgrade(platform.orderOf('9.9.9'))
  platform.rotate(true)
  await meet().upgrade(platform.orderOf('9.9.10'))
  platform.rotate(false)
  const said = await meet().upgrade(platform.orderOf('9.9.11'), 2)
  expect(said.at(-1)?.message).toContain('the signature is not')
})

test('what a power cut interrupts goes on afterwards from where it was', async () => {
  const { device, line, turn, progress, version } = meet()
  platform.breaksAfter = 200_000
  const order = platform.orderOf('9.9.9')
  line.tell('upgrade', order)
  await vi.waitFor(() => expect(progress(order).at(-1)?.progPercent).toBeGreaterThanOrEqual(45))
  device.powerCycle(5_000)
  platform.breaksAfter = Infinity
  await vi.waitFor(
    () => {
      turn(1_000)
      expect(version()).toBe('9.9.9')
    },
    { timeout: 10_000, interval: 2 },
  )
  const [, from] = /^bytes=(\d+)-$/.exec(platform.asked.at(-1)?.range ?? '') ?? []
  expect(Number(from)).toBeGreaterThanOrEqual(180_000)
})

test('a newer order takes the place of one that is under way', async () => {
  const { upgrade, line, turn, version, progress } = meet()
  platform.busyFor = 1
  const older = platform.orderOf('9.9.8')
  line.tell('upgrade', older)
  await vi.waitFor(() => expect(progress(older)).toHaveLength(2))
  await upgrade(platform.orderOf('9.9.9'))
  turn(20_000)
  expect(version()).toBe('9.9.9')
  expect(progress(older).every(({ status }) => status === 0)).toBe(true)
})

test('a device that lies has done nothing; one that says so and comes back the same has not either', async () => {
  const liar = meet('lies')
  const [before, infos] = [liar.version(), liar.infos()]
  await liar.upgrade(platform.orderOf('9.9.9'))
  liar.turn(60_000)
  expect(platform.asked).toEqual([])
  expect(liar.version()).toBe(before)
  expect(liar.infos()).toBe(infos)
  const same = meet('old-version')
  await same.upgrade(platform.orderOf('9.9.9'))
  same.turn(60_000)
  expect(same.infos()).toBe(infos + 1)
  expect(same.version()).toBe(before)
})

test('one never comes back; another comes back with an alarm of level 1', async () => {
  const gone = meet('never-back')
  await gone.upgrade(platform.orderOf('9.9.9'))
  gone.turn(3_600_000)
  expect(gone.line.isOnline).toBe(false)
  const broken = meet('alarm')
  await broken.upgrade(platform.orderOf('9.9.9'))
  broken.turn(10_000)
  expect(broken.version()).toBe('9.9.9')
  expect(broken.alarms().at(-1)?.values).toMatchObject({ '03012002': 8 })
})

test('one refuses, one breaks off, one spoils the file, one is slow, one has a bad line', async () => {
  const order = platform.orderOf('9.9.9')
  expect(await meet('refuses').upgrade(order, 2)).toMatchObject([
    { message: 'not while the device is in use' },
  ])
  const silent = meet('breaks-off')
  await silent.upgrade(order, 0)
  await vi.waitFor(() => expect(silent.progress(order).at(-1)?.progPercent).toBeGreaterThanOrEqual(40))
  silent.turn(900_000)
  expect(silent.progress(order).at(-1)).toMatchObject({ status: 0 })
  expect((await meet('corrupts').upgrade(order, 2)).at(-1)?.message).toBe('the md5 of the file differs')
  const slow = meet('slow')
  await slow.upgrade(order)
  expect(slow.progress(order).some(({ message }) => message === 'making room')).toBe(true)
  const asked = platform.asked.length
  await meet('flaky').upgrade(order)
  expect(platform.asked.slice(asked).filter(({ range }) => range !== undefined).length).toBeGreaterThan(2)
})

test('shares are of the fleet, and the same device fails the same way again', () => {
  const shares = readShares('refuses:30,lies:10') ?? []
  const drawn = Array.from({ length: 2_000 }, (_, n) => troubleFor(shares, randomOf(`device ${n}`)))
  const share = (kind: UpgradeTrouble | undefined) =>
    drawn.filter((each) => each === kind).length / drawn.length
  expect(share('refuses')).toBeCloseTo(0.3, 1)
  expect(share('lies')).toBeCloseTo(0.1, 1)
  expect(share(undefined)).toBeCloseTo(0.6, 1)
  expect(troubleFor(shares, randomOf('device 7'))).toBe(drawn[7])
})
