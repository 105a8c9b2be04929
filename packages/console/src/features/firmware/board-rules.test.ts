import type { FirmwareUpload } from '@wattkeeper/contracts/api/firmware'
import type { Board } from '@wattkeeper/contracts/api/reference'
import { expect, test } from 'vitest'
import { consequences, readFrom } from './board-rules.ts'

const boardOf = (pcbCode: string, partType: string): Board => ({
  id: 1,
  pcbCode,
  pcbName: pcbCode,
  applyTo: 'P600',
  partType,
  equipTypeId: 1,
})
const boards = [boardOf('P-BMS-01', 'bms'), boardOf('P-SC-01', 'sc')]

test('a board brings its part type', () => {
  const changed = { pcbCode: 'P-SC-01' }
  expect(consequences(boards, changed, changed)).toEqual({ partType: 'sc' })
})

test('another part type takes the board of the old one away, and only that', () => {
  const entered = { pcbCode: 'P-SC-01', partType: 'bms' }
  expect(consequences(boards, { partType: 'bms' }, entered)).toEqual({ pcbCode: undefined })
  expect(consequences(boards, { partType: 'sc' }, { ...entered, partType: 'sc' })).toEqual({})
  expect(consequences(boards, { partType: 'bms' }, { partType: 'bms' })).toEqual({})
})

test('other changes have no consequence', () => {
  expect(consequences(boards, { version: '1.2' }, { pcbCode: 'P-SC-01', version: '1.2' })).toEqual({})
})

const upload: FirmwareUpload = {
  filePath: 'firmware/abc',
  fileName: 'a.bin',
  md5: '',
  sha256: '',
  fileSize: 1,
  format: 'raw',
  locked: [],
  pcbCode: null,
  pcbName: null,
  applyTo: null,
  equipTypeId: null,
  partType: null,
  version: null,
  fgRelease: null,
  projectName: null,
}

test('a raw file fills nothing but its place', () => {
  expect(readFrom(upload)).toEqual({ filePath: 'firmware/abc' })
})

test('a container fills what it tells, and a test version is no release', () => {
  const told = { pcbCode: 'P-SC-01', partType: 'sc', version: '2.10', fgRelease: 0 } as const
  expect(readFrom({ ...upload, ...told })).toEqual({
    filePath: 'firmware/abc',
    pcbCode: 'P-SC-01',
    partType: 'sc',
    version: '2.10',
    isRelease: false,
  })
})
