import { describeBoard, topics } from '@wattkeeper/contracts/link'
import type { Signal } from '@wattkeeper/contracts/link'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { cabinetBody, microInverterBody, portableBody, swapBatteryBody } from './bodies.ts'
import type { Body } from './bodies.ts'
import type { Birth } from './machines/machine.ts'
import { Neighbourhood } from './neighbourhood.ts'
import { randomOf } from './random.ts'
import { scenarios } from './scenarios/index.ts'

const noon = Date.UTC(2026, 5, 21, 4)
const stepMs = 10_000
const dayMs = 24 * 3_600_000

function birthOf(model: string, over: Partial<Birth> = {}): Birth {
  return {
    code: `T${model}`,
    model,
    spot: { latitude: 30.2, longitude: 120.1 },
    climate: {},
    random: randomOf(`${model}/test`),
    mishaps: 1,
    now: noon,
    ...over,
  }
}

const kinds: readonly [string, (birth: Birth) => Body][] = [
  ['P600', portableBody],
  ['P1200', portableBody],
  ['P2400', portableBody],
  ['M800', microInverterBody],
  ['M1600', microInverterBody],
  ['C6', cabinetBody],
  ['C12', cabinetBody],
  ['B4824', swapBatteryBody],
  ['B6030', swapBatteryBody],
  ['B7245', swapBatteryBody],
]

function live(bodies: readonly Body[], durationMs: number, look: (at: number) => void) {
  for (let at = noon; at < noon + durationMs; at += stepMs) {
    for (const { machine } of bodies) machine.advance(at)
    if (((at - noon) / stepMs) % 30 === 0) look(at)
  }
}

/** Every signal that the catalogue names, within its plausible range. */
function implausible(signals: readonly Signal[], values: Readonly<Record<string, unknown>>): string[] {
  return signals.flatMap(({ name, kind, min, max }) => {
    const value = values[name]
    const numbers = kind === 'text' ? [] : [value].flat()
    const isFine = value !== undefined && numbers.every((each) => Number(each) >= min && Number(each) <= max)
    return isFine ? [] : [`${name}=${JSON.stringify(value)}`]
  })
}

describe.each(['calm-day', 'heat-wave'] as const)('in the weather of %s', (name) => {
  const { climate, mishaps } = scenarios[name]
  test.each(kinds)(
    '%s reports what the catalogue defines, all of it and plausibly, for a day',
    (model, make) => {
      const body = make(birthOf(model, { climate, mishaps: mishaps * 10 }))
      const battery = swapBatteryBody(birthOf('B6030', { climate, code: 'TB2' }))
      const cabinet = cabinetBody(birthOf('C8', { climate, code: 'TC2' }))
      new Neighbourhood([cabinet.machine], [battery.machine], randomOf('here'))
      live([body, cabinet], dayMs, (at) => {
        for (const { board, values } of [...body.readings(), ...cabinet.readings()]) {
          const report = { ts: at, board, values }
          expect(Check(topics.telemetry.payload, report), JSON.stringify(report)).toBe(true)
          const { signals, units } = describeBoard(board)
          expect(implausible(signals, values)).toEqual([])
          const bays = 'bays' in values ? (values.bays ?? []) : []
          for (const bay of bays) expect(implausible(units?.signals ?? [], bay)).toEqual([])
        }
        expect(Check(topics.alarms.payload, { ts: at, values: body.alarms() })).toBe(true)
      })
    },
  )
})

test('what a power station gives and takes at its sockets is what its pack gave and took, less the losses', () => {
  const { machine } = portableBody(birthOf('P1200'))
  for (let at = noon; at < noon + dayMs; at += stepMs) {
    machine.advance(at)
    const { totalInW, totalOutW } = machine.flows
    expect(machine.pack.powerW).toBeLessThanOrEqual(totalInW - totalOutW + 1e-6)
    expect(totalOutW).toBeLessThanOrEqual(totalInW + Math.max(0, -machine.pack.powerW) + 1e-6)
  }
})

test('a micro-inverter makes nothing of the night, and stores by day', () => {
  const { machine } = microInverterBody(birthOf('M800', { mishaps: 0 }))
  const sunByHour = new Map<number, number>()
  live([{ ...microInverterBody(birthOf('M800')), machine }], dayMs, (at) => {
    const hour = new Date(at + 8 * 3_600_000).getUTCHours()
    sunByHour.set(hour, (sunByHour.get(hour) ?? 0) + machine.panels[0].powerW + machine.panels[1].powerW)
  })
  expect(sunByHour.get(1)).toBe(0)
  expect(sunByHour.get(12)).toBeGreaterThan(0)
})

test('a heat wave raises over-temperature alarms that a calm day does not know', () => {
  const hotDevices = (climate: Birth['climate']) => {
    const cabinet = cabinetBody(birthOf('C8', { climate, mishaps: 0 }))
    const battery = swapBatteryBody(birthOf('B6030', { climate, mishaps: 0 }))
    const inverter = microInverterBody(birthOf('M800', { climate, mishaps: 0 }))
    new Neighbourhood([cabinet.machine], [battery.machine], randomOf('here'))
    const seen = new Set<string>()
    live([cabinet, inverter], dayMs, () => {
      for (const body of [cabinet, battery, inverter])
        for (const [code, word] of Object.entries(body.alarms())) if (word !== 0) seen.add(code)
    })
    return seen
  }
  const calm = hotDevices({ dayOfYear: 100 })
  const hot = hotDevices(scenarios['heat-wave'].climate)
  expect([...hot]).toContain('03021002')
  expect([...hot].some((code) => code === '03042001' || code === '03031002')).toBe(true)
  expect([...calm]).not.toContain('03021002')
  expect([...calm]).not.toContain('03031002')
})

test('alarms come, and go again', () => {
  const body = cabinetBody(birthOf('C6', { mishaps: 3 }))
  let changes = 0
  let last = '{}'
  const isQuiet: boolean[] = []
  live([body], 3 * dayMs, () => {
    const words = JSON.stringify(body.alarms())
    if (words !== last) changes += 1
    last = words
    isQuiet.push(Object.values(body.alarms()).every((word) => word === 0))
  })
  expect(changes).toBeGreaterThan(4)
  expect(isQuiet).toContain(true)
  expect(isQuiet).toContain(false)
})
