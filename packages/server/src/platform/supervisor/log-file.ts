import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { dirname } from 'node:path'

export type LogFile = { write: (line: string) => void; close: () => Promise<void> }

export type Rotation = { maxBytes: number; keep: number }

/** Appends lines to a file; full, it becomes file.1, the one before file.2, and the oldest goes. */
export function openLogFile(
  file: string,
  rotation: Rotation = { maxBytes: 10 * 1024 * 1024, keep: 5 },
): LogFile {
  mkdirSync(dirname(file), { recursive: true })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let stream = open(file)
  return {
    write: (line) => {
      const text = `${line}\n`
      if (bytes > 0 && bytes + text.length > rotation.maxBytes) {
        stream.end()
        rotate(file, rotation.keep)
        stream = open(file)
        bytes = 0
      }
      bytes += text.length
      stream.write(text)
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  }
}

function open(file: string): WriteStream {
  // A full disk must not take the fleet down with it: lines are lost, the processes stay.
  return createWriteStream(file, { flags: 'a', mode: 0o640 }).on('error', () => undefined)
}

function rotate(file: string, keep: number): void {
  for (let number = keep - 1; number >= 0; number--) {
    const from = number === 0 ? file : `${file}.${number}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${number + 1}`)
  }
}
