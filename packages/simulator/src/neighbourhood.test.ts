import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cabinetBody, swapBatteryBody } from './bodies.ts'
import { cabinetValues } from './boards/cabinet.ts'
import { Neighbourhood } from './neighbourhood.ts'
import { randomOf } from './random.ts'

const start = Date.UTC(2026, 3, 1, 3)

function build(seed: string) {
  const born = (code: string, model: string) => ({
    code,
    model,
    spot: { latitude: 22.5, longitude: 114 },
    climate: {},
    random: randomOf(`${seed}/${code}`),
    mishaps: 0,
    now: start,
  })
  const cabinets = ['C6', 'C8'].map((model, at) => cabinetBody(born(`SC${at}`, model)).machine)
  const batteries = Array.from({ length: 8 }, (_, at) => swapBatteryBody(born(`SB${at}`, 'B6030')).machine)
  return new Neighbourhood(cabinets, batteries, randomOf(seed))
}

test('through any number of swaps a battery is in one bay or on the road, and both sides say the same', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const neighbourhood = build(seed)
      let swaps = 0
      for (let at = start; at < start + 12 * 3_600_000; at += 60_000) {
        for (const machine of [...neighbourhood.cabinets, ...neighbourhood.batteries]) machine.advance(at)
        const swap = at % 300_000 === 0 ? neighbourhood.swap(at) : undefined
        if (swap) {
          swaps += 1
          expect(swap.returned.dock?.cabinetCode).toBe(swap.cabinet.code)
          expect(swap.taken.dock).toBeUndefined()
        }
        expect(placesSaidByCabinets(neighbourhood)).toEqual(placesSaidByBatteries(neighbourhood))
      }
      expect(swaps).toBeGreaterThan(0)
    }),
    { numRuns: 8 },
  )
})

function placesSaidByCabinets({ cabinets }: Neighbourhood): string[] {
  return cabinets
    .flatMap((cabinet) =>
      (cabinetValues(cabinet).bays ?? []).flatMap(({ bay, batteryCode }) =>
        batteryCode ? [`${batteryCode} in ${cabinet.code}/${bay}`] : [],
      ),
    )
    .sort()
}

function placesSaidByBatteries({ batteries }: Neighbourhood): string[] {
  return batteries
    .flatMap(({ code, dock }) => (dock ? [`${code} in ${dock.cabinetCode}/${dock.bay}`] : []))
    .sort()
}

test('docked batteries charge, those on the road discharge', () => {
  const neighbourhood = build('levels')
  const before = new Map(neighbourhood.batteries.map((battery) => [battery.code, battery.pack.soc]))
  for (let at = start; at < start + 3_600_000; at += 10_000)
    for (const machine of [...neighbourhood.cabinets, ...neighbourhood.batteries]) machine.advance(at)
  for (const { code, pack, dock } of neighbourhood.batteries) {
    const was = before.get(code) ?? 0
    if (dock && was < 0.9) expect(pack.soc).toBeGreaterThan(was)
    if (!dock) expect(pack.soc).toBeLessThan(was)
  }
})
