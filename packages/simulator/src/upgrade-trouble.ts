import type { Random } from './random.ts'

/**
 * How a device fails that is to be upgraded.
 *
 * refuses: says no at once. breaks-off: stops in the middle and says nothing more. flaky: its line breaks again and again,
 * and it goes on. corrupts: what it received is not what was sent. slow: takes many minutes. lies: says that it is done and
 * has done nothing. never-back: restarts and stays away. old-version: restarts with what it ran before. alarm: runs the new
 * version, and that breaks it.
 */
export const upgradeTroubles = [
  'refuses',
  'breaks-off',
  'flaky',
  'corrupts',
  'slow',
  'lies',
  'never-back',
  'old-version',
  'alarm',
] as const
export type UpgradeTrouble = (typeof upgradeTroubles)[number]

/** Which share of the fleet fails how; the rest does well. */
export type TroubleShares = readonly { readonly kind: UpgradeTrouble; readonly share: number }[]

const mixedShare = 0.5

/** Of `lies`, `lies:30,alarm:5` (percent) or `mixed`; undefined for anything else. */
export function readShares(text: string): TroubleShares | undefined {
  if (text === 'mixed')
    return upgradeTroubles.map((kind) => ({ kind, share: mixedShare / upgradeTroubles.length }))
  const shares = text.split(',').map((each) => readShare(each))
  const all = shares.flatMap((each) => each ?? [])
  const sum = all.reduce((total, { share }) => total + share, 0)
  return all.length === shares.length && sum <= 1 ? all : undefined
}

function readShare(text: string): TroubleShares[number] | undefined {
  const [name, percent = '100'] = text.split(':')
  const kind = upgradeTroubles.find((each) => each === name)
  const share = Number(percent) / 100
  return kind && /^\d+(\.\d+)?$/.test(percent) && share <= 1 ? { kind, share } : undefined
}

/** The same device fails the same way each time, as devices do. */
export function troubleFor(shares: TroubleShares, random: Random): UpgradeTrouble | undefined {
  let drawn = random.next()
  for (const { kind, share } of shares) {
    if (drawn < share) return kind
    drawn -= share
  }
  return undefined
}
