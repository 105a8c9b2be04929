import type { UpgradeTask } from '@wattkeeper/contracts/api/upgrade-tasks'
import { expect, test } from 'vitest'
import { choicesFor, countsOf, modeOf, ruleToSend } from './task-rules.ts'

const at = '2026-03-01T00:00:00Z'
const task: UpgradeTask = {
  ...{ id: 7, code: 'FW1', remark: '', softwareVersionId: 9, upgradeRule: { equipTypeId: 3 } },
  ...{ upgradeTime: at, status: 0, state: 'scheduled', equipTypeName: '换电柜', partType: 'ads' },
  ...{ partTypeName: '广告屏', version: '1.2', revision: 1, createBy: null, createTime: at },
  ...{ total: 10, success: 4, failed: 1, skipped: 2 },
}
const version = {
  ...{ id: 11, version: '2.0', isRelease: true, equipTypeId: 3, equipTypeName: '换电柜' },
  ...{ partType: 'ads', partTypeName: null, fileName: 'a.bin' },
}

test('what has not ended waits, or was given up with its task', () => {
  expect(countsOf(task)).toMatchObject({ waiting: 3, canceled: 0, success: 4, failed: 1, skipped: 2 })
  expect(countsOf({ ...task, state: 'canceled' })).toMatchObject({ waiting: 0, canceled: 3 })
})

test('how the devices had been chosen is told from the rule', () => {
  expect(modeOf({ equipTypeId: 3 })).toBe('all')
  expect(modeOf({ equipTypeId: 3, filter: { equipTypeId: 3 } })).toBe('all')
  expect(modeOf({ equipTypeId: 3, filter: { code: 'A,B' } })).toBe('codes')
  expect(modeOf({ equipTypeId: 3, filter: { isOnline: 0 } })).toBe('filter')
})

test('a rule is sent with the type of the file and without what was left empty', () => {
  const entered = { equipTypeId: 0, upgradeCount: 5, windowStart: '', filter: { operatorIds: [] } }
  expect(ruleToSend(entered, 3)).toEqual({ equipTypeId: 3, upgradeCount: 5 })
  expect(ruleToSend({ equipTypeId: 0, filter: { code: 'A' } }, 3)).toEqual({
    equipTypeId: 3,
    filter: { code: 'A' },
  })
})

test('releases are offered, and the version that a task brings already', () => {
  const test = { ...version, id: 12, isRelease: false }
  expect(choicesFor([version, test], undefined).map(({ id }) => id)).toEqual([11])
  expect(choicesFor([version], task).map(({ id }) => id)).toEqual([9, 11])
  expect(choicesFor([version], { ...task, softwareVersionId: 11 }).map(({ id }) => id)).toEqual([11])
})
