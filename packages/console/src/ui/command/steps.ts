import type { CommandRow } from '@wattkeeper/contracts/api/commands'

export type Progress = Pick<
  CommandRow,
  | 'state'
  | 'result'
  | 'reason'
  | 'message'
  | 'sendTime'
  | 'deliveredTime'
  | 'backTime'
  | 'finishTime'
  | 'expireTime'
  | 'retryCount'
>

export type StepKey =
  'sent' | 'delivered' | 'confirmed' | 'toSend' | 'toConfirm' | 'toProve' | 'failed' | 'unsent' | 'waiting'

export interface Step {
  readonly key: StepKey
  readonly look: 'done' | 'now' | 'bad'
  readonly at: string | null
}

/** What has happened to a command, in order, and at the end where it stands; nothing that the device has not said. */
export function stepsOf(command: Progress): readonly Step[] {
  const { sendTime, deliveredTime } = command
  const past: Step[] = []
  if (sendTime !== null) past.push({ key: 'sent', look: 'done', at: sendTime })
  if (deliveredTime !== null) past.push({ key: 'delivered', look: 'done', at: deliveredTime })
  return [...past, standing(command)]
}

function standing({ state, result, backTime, finishTime }: Progress): Step {
  if (state === 'done') {
    if (result === 1) return { key: 'confirmed', look: 'done', at: backTime ?? finishTime }
    return { key: result === -1 ? 'unsent' : 'failed', look: 'bad', at: finishTime }
  }
  if (state === 'proving') return { key: 'toProve', look: 'now', at: null }
  if (state === 'waiting') return { key: result === 9 ? 'waiting' : 'toSend', look: 'now', at: null }
  return { key: 'toConfirm', look: 'now', at: null }
}
