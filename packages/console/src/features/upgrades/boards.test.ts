import type { PartVersion } from '@wattkeeper/contracts/api/device-versions'
import type { UpgradeProgressEntry } from '@wattkeeper/contracts/api/upgrades'
import { expect, test } from 'vitest'
import { boardsOf, turnOf, upgradable } from './boards.ts'

const partOf = (partType: string, addrId: number, canUpgrade: boolean): PartVersion => ({
  partType,
  partTypeName: partType,
  addrId,
  versionId: 5,
  fileName: 'a.bin',
  version: '2.0',
  isRelease: true,
  currSwVersion: '1.0',
  hwVersion: null,
  newestSwVersion: '2.0',
  canUpgrade,
})
const jobOf = (
  boardType: string,
  addrId: number,
  state: UpgradeProgressEntry['state'],
): UpgradeProgressEntry => ({
  equipId: 1,
  boardType,
  addrId,
  status: 0,
  progPercent: 10,
  id: 7,
  groupId: 7,
  state,
  reason: null,
  message: null,
  version: '2.0',
  versionBefore: '1.0',
  createTime: '2026-01-01T00:00:00Z',
  expireTime: '2026-01-02T00:00:00Z',
})

test('a job stands beside its board, slot by slot', () => {
  const parts = [partOf('bin', 1, true), partOf('bin', 2, true)]
  const [first, second] = boardsOf(parts, [jobOf('bin', 2, 'running')])
  expect(first?.job).toBeUndefined()
  expect(second?.job?.addrId).toBe(2)
})

test('a board that is reported no more keeps its job in sight', () => {
  const boards = boardsOf([partOf('sc', 0, false)], [jobOf('bms', 0, 'failed')])
  expect(boards.map(({ part }) => part.partType)).toEqual(['sc', 'bms'])
  expect(boards[1]?.part.canUpgrade).toBe(false)
})

test('what is under way already is not upgraded with the rest', () => {
  const parts = [partOf('sc', 0, true), partOf('bms', 0, true), partOf('pcs', 0, false)]
  const boards = boardsOf(parts, [jobOf('sc', 0, 'waiting'), jobOf('bms', 0, 'failed')])
  expect(upgradable(boards).map(({ part }) => part.partType)).toEqual(['bms'])
})

test('progress alone is no reason to read the versions again, an end is', () => {
  const running = [jobOf('sc', 0, 'running')]
  expect(turnOf(running)).toBe(turnOf(running.map((job) => ({ ...job, progPercent: 90 }))))
  expect(turnOf(running)).not.toBe(turnOf([jobOf('sc', 0, 'success')]))
})
