import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boards, describeBoard, topicNames, topics } from './index.ts'

const page = readFileSync(new URL('../../../../docs/device-protocol.md', import.meta.url), 'utf8')

test('the protocol page names every topic, board and signal with its unit', () => {
  for (const name of topicNames) expect(page).toContain(`\`v1/{code}/${topics[name].path}\``)
  for (const board of boards) {
    const { signals, units } = describeBoard(board)
    const section = page.split(`### \`${board}\` `)[1]?.split('\n### ')[0] ?? ''
    for (const { name, kind, unit } of [...signals, ...(units?.signals ?? [])]) {
      const row = section.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
      expect(row?.split('|').map((cell) => cell.trim())).toEqual(
        expect.arrayContaining([`\`${name}\``, kind, unit]),
      )
    }
  }
})
