import type { Random } from '../random.ts'
import type { Part } from './machine.ts'

/** A fleet in the field runs a mixture of releases. */
const releases = ['1.2.0', '1.4.1', '1.4.2', '2.0.0'] as const

export function newPart(partType: string, random: Random, addrId = 0): Part {
  return {
    partType,
    addrId,
    currSwVersion: random.pick(releases),
    hwVersion: `${random.whole(1, 2)}.${random.whole(0, 1)}`,
  }
}
