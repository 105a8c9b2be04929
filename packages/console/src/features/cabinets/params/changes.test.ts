import type { DeviceParam } from '@wattkeeper/contracts/api/commands'
import { expect, test } from 'vitest'
import { changesIn } from './changes.ts'

const shape = { name: '', unit: null, min: null, max: null, options: [], slots: [] }
const reported = { ...shape, reportTime: null, pending: null }
const soc: DeviceParam = { ...reported, id: '02121005', kind: 'integer', value: '95' }
const address: DeviceParam = { ...reported, id: '02121011', kind: 'endpoint', value: 'old.example:1883' }

test('a change is what differs from the report once it is trimmed', () => {
  const typed = { '02121005': ' 95 ', '02121011': ' new.example:1883 ' }
  expect(changesIn([soc, address], typed)).toEqual([{ param: address, value: 'new.example:1883' }])
})
