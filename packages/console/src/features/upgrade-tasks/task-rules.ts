import type { RolloutCounts } from '@wattkeeper/contracts/api/rollouts'
import type { UpgradeRule, UpgradeTask } from '@wattkeeper/contracts/api/upgrade-tasks'
import type { DevicesMode } from '../../ui/rollout/DevicesField.tsx'
import { narrowed } from '../../ui/rollout/rollout-rules.ts'

type Counted = Pick<UpgradeTask, 'total' | 'success' | 'failed' | 'skipped' | 'state'>

/** The list counts what has ended: the rest is on its way, or was given up with the task. */
export function countsOf({ total, success, failed, skipped, state }: Counted): RolloutCounts {
  const rest = Math.max(0, total - success - failed - skipped)
  const isCanceled = state === 'canceled'
  return {
    ...{ success, failed, skipped, sent: 0 },
    ...(isCanceled ? { waiting: 0, canceled: rest } : { waiting: rest, canceled: 0 }),
  }
}

/** How the devices of a task had been chosen. */
export function modeOf({ filter }: UpgradeRule): DevicesMode {
  const { equipTypeId: _, ...conditions } = narrowed(filter)
  if (conditions.code !== undefined) return 'codes'
  return Object.keys(conditions).length > 0 ? 'filter' : 'all'
}

/** The rule as it is sent: the type is the file's, and what was left empty says nothing. */
export function ruleToSend(rule: UpgradeRule, equipTypeId: number): UpgradeRule {
  const { filter, ...rest } = rule
  const conditions = narrowed(filter)
  return {
    ...narrowed(rest),
    equipTypeId,
    ...(Object.keys(conditions).length > 0 && { filter: conditions }),
  }
}

interface Version {
  readonly id: number
  readonly version: string
  readonly isRelease: boolean
  readonly equipTypeId: number
  readonly equipTypeName: string
  readonly partType: string
  readonly partTypeName: string | null
  readonly fileName: string
}

/** What the form needs to know of a firmware file. */
export interface Choice {
  readonly id: number
  readonly version: string
  readonly equipTypeId: number
  readonly equipTypeName: string
  readonly partName: string
  readonly fileName: string
}

const choiceOf = (version: Version): Choice => ({
  id: version.id,
  version: version.version,
  equipTypeId: version.equipTypeId,
  equipTypeName: version.equipTypeName,
  partName: version.partTypeName ?? version.partType,
  fileName: version.fileName,
})

/** Releases that a task may bring; the one that it brings already is among them, whatever became of it. */
export function choicesFor(versions: readonly Version[], task: UpgradeTask | undefined): readonly Choice[] {
  const offered = versions.filter(({ isRelease }) => isRelease).map(choiceOf)
  if (!task || offered.some(({ id }) => id === task.softwareVersionId)) return offered
  const own: Choice = {
    id: task.softwareVersionId,
    version: task.version,
    equipTypeId: task.upgradeRule.equipTypeId,
    equipTypeName: task.equipTypeName,
    partName: task.partTypeName,
    fileName: '—',
  }
  return [own, ...offered]
}
