/** An upgrade as a message about its progress finds it. */
export interface Known {
  readonly state: string
  readonly partType: string
  readonly addrId: number
  readonly percent: number
  /** It was sent again: the device may begin anew. */
  readonly mayRestart: boolean
  readonly isDone: boolean
}

export interface Said {
  readonly partType: string
  readonly addrId: number
  readonly status: 0 | 1 | 2
  readonly percent: number
}

export type Verdict =
  | { readonly is: 'progress'; readonly percent: number }
  /** The device says that it is done, which is to be proven. */
  | { readonly is: 'done' }
  | { readonly is: 'failed' }
  /** Said before, overtaken, or about what has ended: changes nothing. */
  | { readonly is: 'repeated' }
  /** Of another board than the upgrade's. */
  | { readonly is: 'foreign' }

const isInFlight = (state: string) => state === 'sent' || state === 'running'

/** What a device's word about its progress means. Messages may come again, and in any order. */
export function judgeProgress(known: Known, said: Said): Verdict {
  if (known.partType !== said.partType || known.addrId !== said.addrId) return { is: 'foreign' }
  if (said.status === 2)
    return isInFlight(known.state) || known.state === 'proving' ? { is: 'failed' } : { is: 'repeated' }
  if (said.status === 1)
    return isInFlight(known.state) || (known.state === 'proving' && !known.isDone)
      ? { is: 'done' }
      : { is: 'repeated' }
  if (!isInFlight(known.state)) return { is: 'repeated' }
  const isNew = known.state === 'sent' || said.percent > known.percent || known.mayRestart
  return isNew ? { is: 'progress', percent: said.percent } : { is: 'repeated' }
}
