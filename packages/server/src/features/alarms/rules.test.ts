import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SignalRuns, faultsOf } from './rules.ts'
import { modelOf } from './testing/model.ts'
import type { Sample } from './rules.ts'

const samples = fc
  .uniqueArray(
    fc.record({
      at: fc.integer({ min: 1, max: 60 }),
      value: fc.integer({ min: 0, max: 7 }),
      isLive: fc.boolean(),
    }),
    { selector: ({ at }) => at, maxLength: 14 },
  )
  .map((list): Sample[] => list.map((sample) => ({ ...sample, ts: sample.at })))

const analysis = fc.constantFrom('BIT' as const, 'VALUE' as const)

test('runs depend on the set of samples and not on the order in which they came', () => {
  fc.assert(
    fc.property(samples, analysis, (list, kind) => {
      const signal = new SignalRuns({ analysis: kind, samples: [], runs: [], newestLive: undefined })
      for (const sample of list) signal.insert(sample)
      const shown = signal.runs
        .map((run) => ({ ...run, place: signal.placeOf(run) }))
        .filter(({ place }) => place !== 'prospect')
        .map(({ value, startAt, endAt, place }) => ({
          value,
          startAt,
          endAt: place === 'current' ? null : endAt,
          place,
        }))
      expect(sorted(shown)).toEqual(sorted(modelOf(list, kind)))
    }),
    { numRuns: 3_000 },
  )
})

test('a word has a fault for each of its bits, also the highest', () => {
  expect(faultsOf(0x8000_0001, 'BIT')).toEqual([
    { value: 1, bitPosition: 0 },
    { value: 0x8000_0000, bitPosition: 31 },
  ])
  expect(faultsOf(0, 'BIT')).toEqual([])
  expect(faultsOf(7, 'VALUE')).toEqual([{ value: 7, bitPosition: null }])
})

function sorted<T>(list: T[]): T[] {
  return list.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}
