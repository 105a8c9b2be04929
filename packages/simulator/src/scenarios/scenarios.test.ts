import { topics } from '@wattkeeper/contracts/link'
import type { TelemetryReport } from '@wattkeeper/contracts/link'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { stage, testStart } from '../testing.ts'
import type { Spoken } from '../testing.ts'
import { scenarioNames } from './index.ts'
import type { ScenarioName } from './index.ts'

const minuteMs = 60_000

function play(name: ScenarioName, { seed = 'one', count = 40, minutes = 10 } = {}) {
  const run = stage(name, seed, count)
  run.wheel.turnTo(testStart + minutes * minuteMs)
  return run
}

const telemetryOf = (spoken: readonly Spoken[]) => spoken.filter(({ name }) => name === 'telemetry')

test.each(scenarioNames)('%s is the same again with the same seed, and another with another', (name) => {
  const once = JSON.stringify(play(name).spoken)
  expect(JSON.stringify(play(name).spoken)).toBe(once)
  expect(JSON.stringify(play(name, { seed: 'two' }).spoken)).not.toBe(once)
})

test.each(scenarioNames)('in %s everything but the rubbish is what the protocol defines', (name) => {
  for (const { name: topic, payload } of play(name).spoken)
    if (topic !== 'rubbish') expect(Check(topics[topic].payload, payload), JSON.stringify(payload)).toBe(true)
})

test('on a calm day nearly everybody is online, and each board speaks about once a minute', () => {
  const { fleet, spoken } = play('calm-day', { count: 60 })
  expect(fleet.countOnline()).toBeGreaterThan(56)
  const boards = fleet.devices.reduce((sum, { boards }) => sum + boards.length, 0)
  const perMinute = telemetryOf(spoken).length / 10
  expect(perMinute).toBeGreaterThan(0.9 * boards)
  expect(perMinute).toBeLessThan(1.6 * boards)
})

test('half of the fleet goes, and comes back with what it measured meanwhile', () => {
  const run = stage('half-offline', 'one', 40)
  run.wheel.turnTo(testStart + 2 * minuteMs)
  expect(run.fleet.countOnline()).toBe(20)
  expect(run.fleet.devices.some(({ backlog }) => backlog > 0)).toBe(true)
  run.wheel.turnTo(testStart + 12 * minuteMs)
  expect(run.fleet.countOnline()).toBe(40)
  const backlogs = telemetryOf(run.spoken).filter(({ payload }) => Array.isArray(payload))
  expect(new Set(backlogs.map(({ code }) => code)).size).toBe(20)
  expect(run.fleet.devices.every(({ backlog }) => backlog === 0)).toBe(true)
})

test('nothing is measured twice and nothing is lost over an outage of the network', () => {
  const run = play('half-offline', { minutes: 15 })
  const stamps = new Map<string, number[]>()
  for (const { code, payload } of telemetryOf(run.spoken))
    for (const { ts, board } of [payload].flat() as TelemetryReport[]) {
      const key = `${code}/${board}`
      stamps.set(key, [...(stamps.get(key) ?? []), ts])
    }
  for (const times of stamps.values()) {
    const ordered = times.toSorted((a, b) => a - b)
    expect(new Set(times).size).toBe(times.length)
    const gaps = ordered.slice(1).map((ts, at) => ts - (ordered[at] ?? ts))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(70_000)
  }
})

test('one in five flaps, the others stay', () => {
  const { spoken, fleet } = play('flapping', { count: 100 })
  const greetings = new Map<string, number>()
  for (const { code, name } of spoken)
    if (name === 'info') greetings.set(code, (greetings.get(code) ?? 0) + 1)
  const flappers = fleet.devices.filter(({ code }) => (greetings.get(code) ?? 0) > 5)
  expect(flappers.length).toBeGreaterThan(10)
  expect(flappers.length).toBeLessThan(35)
})

test('rubbish comes beside proper reports', () => {
  const { spoken } = play('rubbish-sender', { count: 100 })
  const ravers = new Set(spoken.filter(({ name }) => name === 'rubbish').map(({ code }) => code))
  expect(ravers.size).toBeGreaterThan(3)
  for (const raver of ravers) expect(telemetryOf(spoken).some(({ code }) => code === raver)).toBe(true)
})

test('some clocks are wrong, and some of those step back', () => {
  const { spoken } = play('clock-wrong', { count: 100 })
  const wrong = new Set<string>()
  const back = new Set<string>()
  const last = new Map<string, number>()
  for (const { code, at, payload } of telemetryOf(spoken))
    for (const { ts } of [payload].flat() as TelemetryReport[]) {
      if (Math.abs(ts - at) > minuteMs) wrong.add(code)
      if (ts < (last.get(code) ?? ts)) back.add(code)
      last.set(code, ts)
    }
  expect(wrong.size).toBeGreaterThan(15)
  expect(back.size).toBeGreaterThan(1)
})
