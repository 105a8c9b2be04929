import type { Part } from '../machines/machine.ts'

/** The versions that a board reports beside its measurements. */
export function versionsOf(parts: readonly Part[], partType: string) {
  const part = parts.find((each) => each.partType === partType)
  return { softwareVersion: part?.currSwVersion ?? '', hardwareVersion: part?.hwVersion ?? '' }
}
