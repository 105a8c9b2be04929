import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { Bandwidth, type DownloadLimits, type Place, type Timing } from './bandwidth.ts'

const kibibyte = 1024

/** Time that goes on only when told, timer by timer. */
function handTurned() {
  let time = 0
  const due = new Set<{ at: number; run: () => void }>()
  const timing: Timing = {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run }
      due.add(timer)
      return () => due.delete(timer)
    },
  }
  /** Streams hand on what they hold between two turns of the event loop. */
  const settle = async () => {
    for (let n = 0; n < 12; n++) await new Promise(setImmediate)
  }
  const turn = async (ms: number) => {
    const until = time + ms
    await settle()
    for (;;) {
      const [next] = [...due].sort((a, b) => a.at - b.at)
      if (!next || next.at > until) break
      due.delete(next)
      time = Math.max(time, next.at)
      next.run()
      await settle()
    }
    time = until
  }
  return { timing, turn }
}

function line(limits: Partial<DownloadLimits>) {
  const { timing, turn } = handTurned()
  const bandwidth = new Bandwidth({ atOnce: 100, ...limits }, timing)
  const enter = (holder: string): Place => {
    const place = bandwidth.enter(holder)
    if (typeof place === 'number') throw new Error(`turned away for ${place} s`)
    return place
  }
  return { bandwidth, turn, enter }
}

/** Takes everything as fast as it comes, from a file of so many KiB. */
function fetch(place: Place, size: number) {
  const block = Buffer.alloc(64 * kibibyte)
  const blocks = Array.from({ length: Math.ceil((size * kibibyte) / block.length) }, () => block)
  const body = place.paced(Readable.from(blocks, { objectMode: false, highWaterMark: block.length }))
  const state = { bytes: 0, isOver: false }
  body.on('data', (chunk: Buffer) => (state.bytes += chunk.length))
  body.on('error', () => undefined)
  body.on('close', () => {
    state.isOver = true
    place.leave()
  })
  return { state, body }
}

test('all downloads together keep to the total rate, and each gets the same', async () => {
  const { turn, enter } = line({ totalRate: 1_000 * kibibyte })
  const all = Array.from({ length: 8 }, (_, n) => fetch(enter(`device ${n}`), 4_000).state)
  await turn(8_000)
  const sum = all.reduce((bytes, { bytes: each }) => bytes + each, 0)
  expect(sum / (8 * 1_000 * kibibyte)).toBeCloseTo(1, 1)
  for (const { bytes } of all) expect((8 * bytes) / sum).toBeCloseTo(1, 1)
})

test('what those leave who have all or do not read goes to the others', async () => {
  const { turn, enter } = line({ totalRate: 1_000 * kibibyte })
  const [short, long, idle] = [fetch(enter('a'), 500), fetch(enter('b'), 9_000), fetch(enter('c'), 9_000)]
  idle.body.pause()
  await turn(1_200)
  expect(short.state).toMatchObject({ bytes: 512 * kibibyte, isOver: true })
  await turn(3_800)
  // 5 s of the whole line, but for what the short one had and the other's buffers hold.
  expect(long.state.bytes / kibibyte).toBeGreaterThan(5_000 - 512 - 256)
  expect(idle.state.bytes).toBe(0)
})

test('one alone keeps to its own rate, and not to more than the total', async () => {
  const own = line({ totalRate: 1_000 * kibibyte, rateEach: 100 * kibibyte })
  const alone = fetch(own.enter('a'), 4_000).state
  await own.turn(10_000)
  expect(alone.bytes / (1_000 * kibibyte)).toBeCloseTo(1, 1)
  const many = Array.from({ length: 20 }, (_, n) => fetch(own.enter(`b${n}`), 4_000).state)
  await own.turn(10_000)
  const sum = many.reduce((bytes, { bytes: each }) => bytes + each, 0)
  expect((sum + alone.bytes - 1_000 * kibibyte) / (10_000 * kibibyte)).toBeCloseTo(1, 1)
})

test('without a rate the bytes pass as they are', () => {
  const source = Readable.from([])
  expect(line({}).enter('a').paced(source)).toBe(source)
})

test('a download that breaks frees its place and its turn, and its file is closed', async () => {
  const { bandwidth, turn, enter } = line({ totalRate: 100 * kibibyte, atOnce: 2 })
  const [broken, other] = [fetch(enter('a'), 4_000), fetch(enter('b'), 4_000)]
  expect(bandwidth.enter('c')).toEqual(expect.any(Number))
  await turn(1_000)
  broken.body.destroy()
  await turn(10_000)
  expect(other.state.bytes / (1_050 * kibibyte)).toBeCloseTo(1, 1)
  expect(bandwidth.enter('c')).not.toEqual(expect.any(Number))
})

test('one holder takes four places and no more, whatever is free', () => {
  const { bandwidth, enter } = line({})
  const held = Array.from({ length: 4 }, () => enter('a'))
  expect(bandwidth.enter('a')).toEqual(expect.any(Number))
  held[0]?.leave()
  held[0]?.leave()
  expect(bandwidth.enter('a')).not.toEqual(expect.any(Number))
  expect(bandwidth.enter('a')).toEqual(expect.any(Number))
})

test('ten thousand that come at once are asked to come back fifty in a second', async () => {
  const { bandwidth, turn } = line({ atOnce: 1_000 })
  const said = Array.from({ length: 10_000 }, (_, n) => bandwidth.enter(`device ${n}`))
  const waits = said.filter((each) => typeof each === 'number')
  expect(waits).toHaveLength(9_000)
  const bySecond = Map.groupBy(waits, (seconds) => seconds)
  for (const [seconds, those] of bySecond) {
    expect(seconds).toBeGreaterThanOrEqual(5)
    expect(those.length).toBeLessThanOrEqual(50)
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(5 + 9_000 / 50 + 1)
  await turn(600_000)
  expect(bandwidth.enter('late')).toBe(5)
})
