import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gcj02Of, wgs84Of } from './coordinates.ts'

test('a known place of Beijing is shifted as map services shift it', () => {
  const shifted = gcj02Of({ longitude: 116.397389, latitude: 39.908722 })
  expect(shifted.longitude).toBeCloseTo(116.40363, 4)
  expect(shifted.latitude).toBeCloseTo(39.91013, 4)
})

test('abroad both are the same', () => {
  const paris = { longitude: 2.3522, latitude: 48.8566 }
  expect(gcj02Of(paris)).toEqual(paris)
  expect(wgs84Of(paris)).toEqual(paris)
})

test('there and back again is the same place, to a centimetre', () => {
  const places = fc.record({
    longitude: fc.double({ min: 75, max: 135, noNaN: true }),
    latitude: fc.double({ min: 5, max: 53, noNaN: true }),
  })
  fc.assert(
    fc.property(places, (place) => {
      const back = wgs84Of(gcj02Of(place))
      expect(Math.abs(back.longitude - place.longitude)).toBeLessThan(1e-7)
      expect(Math.abs(back.latitude - place.latitude)).toBeLessThan(1e-7)
    }),
  )
})
