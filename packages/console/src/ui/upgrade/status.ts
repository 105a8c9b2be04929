import { upgradeResults } from '@wattkeeper/contracts/api/upgrades'

interface Entry {
  readonly code: string
  readonly label: string
}

const tones = {
  [upgradeResults.upgrading]: 'info',
  [upgradeResults.success]: 'good',
  [upgradeResults.failed]: 'bad',
} as const
const hasTone = (result: number): result is keyof typeof tones => Object.hasOwn(tones, result)

/** How an upgrade went, in the dictionary's words; a code that it does not have has no name. */
export function statusOf(entries: readonly Entry[], result: number) {
  const name = entries.find(({ code }) => code === String(result))?.label
  return { name, tone: hasTone(result) ? tones[result] : ('idle' as const) }
}
