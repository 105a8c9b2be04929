import type { BatchSetting, NewBatchSetting } from '@wattkeeper/contracts/api/batch-settings'
import type { RolloutCounts } from '@wattkeeper/contracts/api/rollouts'
import { type ParamShape, wrongWith } from '../../ui/param/param-rules.ts'
import { narrowed } from '../../ui/rollout/rollout-rules.ts'

export interface Setting {
  readonly id: string
  readonly value: string
}

const isSetting = (entry: unknown): entry is { readonly id: string; readonly value: string | number } =>
  typeof entry === 'object' && entry !== null && 'id' in entry && 'value' in entry

/** What a batch sets: the wire carries it as JSON text. */
export function settingsIn(param: string): readonly Setting[] {
  const read: unknown = JSON.parse(param)
  if (!Array.isArray(read)) return []
  return read.filter(isSetting).map(({ id, value }) => ({ id, value: String(value) }))
}

type Counted = Pick<BatchSetting, 'total' | 'success' | 'failed' | 'skipped' | 'waiting' | 'sent'>

/** The list does not count the canceled: they are what is left. */
export function countsOf({ total, success, failed, skipped, waiting, sent }: Counted): RolloutCounts {
  const canceled = Math.max(0, total - success - failed - skipped - waiting - sent)
  return { waiting, sent, success, failed, skipped, canceled }
}

/** Why the entered parameters cannot be sent, if they cannot. */
export function wrongSettings(
  shapes: readonly ParamShape[],
  settings: readonly Setting[] | undefined,
): 'none' | 'wrong' | undefined {
  if (!settings || settings.length === 0) return 'none'
  const isWrong = settings.some(({ id, value }) => {
    const shape = shapes.find((known) => known.id === id)
    return shape === undefined || wrongWith(shape, value.trim()) !== undefined
  })
  return isWrong ? 'wrong' : undefined
}

/** What was entered, as it is sent. */
export function toSend({ paramSetRule, entitys, queryParam, remark }: NewBatchSetting): NewBatchSetting {
  const { upgradeCount, interval } = paramSetRule
  return {
    paramSetRule: { ...narrowed(paramSetRule), upgradeCount, interval },
    entitys: entitys.map(({ id, value }) => ({ id, value: String(value).trim() })),
    queryParam: narrowed(queryParam),
    ...(remark && { remark }),
  }
}

/** The parameter that moves a device to another platform. */
export const endpointId = '02121011'
