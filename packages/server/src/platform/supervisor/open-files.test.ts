import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openFilesProblem } from './open-files.ts'

const module = JSON.stringify(new URL('./open-files.ts', import.meta.url).href)

test('the hard limit counts: Node raises the soft one by itself', () => {
  const ask = `import { openFilesLimit } from ${module}; console.log(openFilesLimit())`
  const limited = 'ulimit -Sn 300; ulimit -Hn 900; exec "$0" --input-type=module -e "$1"'
  const { stdout } = spawnSync('/bin/sh', ['-c', limited, process.execPath, ask], { encoding: 'utf8' })
  expect(stdout).toBe('900\n')
})

test('too few files for the devices is one sentence that says what to raise', () => {
  expect(openFilesProblem(1024, 768)).toBeUndefined()
  expect(openFilesProblem(1024, 10_000)).toBe(
    'This user may open 1024 files, which serves 768 of 10000 devices at a time; raise the limit to 10256 ' +
      '(ulimit -n, LimitNOFILE of systemd, --ulimit nofile of a container).',
  )
})
