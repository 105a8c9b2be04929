import type { RolloutDetail } from '@wattkeeper/contracts/api/rollouts'

type Point = RolloutDetail['curve'][number]
type Spanned = Pick<RolloutDetail, 'curve' | 'startTime' | 'finishTime'>

/** From nothing at the start to what is known now, so that the line has both ends. */
export function wholeCurve({ curve, startTime, finishTime }: Spanned, readAt: number): readonly Point[] {
  const [first] = curve
  const last = curve.at(-1)
  if (!first || !last) return []
  const end = finishTime === null ? readAt : Date.parse(finishTime)
  return [
    ...(startTime < first.at ? [{ at: startTime, sent: 0, success: 0, failed: 0 }] : []),
    ...curve,
    ...(end > Date.parse(last.at) ? [{ ...last, at: new Date(end).toISOString() }] : []),
  ]
}
