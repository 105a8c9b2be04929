import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattkeeper-logs-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('a full file moves on, the oldest goes, and no line is lost among those that stay', () => {
  const log = openLogFile(join(folder, 'om.log'), { maxBytes: 20, keep: 2 })
  for (let number = 1; number <= 9; number++) log.write(`line ${number}`)
  log.close()
  expect(readdirSync(folder).sort()).toEqual(['om.log', 'om.log.1', 'om.log.2'])
  expect(read('om.log.2') + read('om.log.1') + read('om.log')).toBe(
    'line 5\nline 6\nline 7\nline 8\nline 9\n',
  )
})

test('sizes count in bytes, and what an earlier start wrote counts too', () => {
  const open = () => openLogFile(join(folder, 'om.log'), { maxBytes: 20, keep: 2 })
  const first = open()
  first.write('告警告警')
  first.close()
  const second = open()
  second.write('告警')
  second.write('告')
  second.close()
  expect([read('om.log.1'), read('om.log')]).toEqual(['告警告警\n告警\n', '告\n'])
})

test('a line longer than a file gets a file to itself', () => {
  const log = openLogFile(join(folder, 'om.log'), { maxBytes: 5, keep: 3 })
  for (const line of ['a', 'longer than that', 'b']) log.write(line)
  log.close()
  expect([read('om.log.2'), read('om.log.1'), read('om.log')]).toEqual(['a\n', 'longer than that\n', 'b\n'])
})
