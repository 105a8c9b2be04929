import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type LogFile = { write: (line: string) => void; close: () => void }

export type Rotation = { maxBytes: number; keep: number }

/** Appends lines to a file; full, it becomes file.1, the one before file.2, and the oldest goes. */
export function openLogFile(
  file: string,
  rotation: Rotation = { maxBytes: 10 * 1024 * 1024, keep: 5 },
): LogFile {
  mkdirSync(dirname(file), { recursive: true })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let descriptor: number | undefined

  const append = (text: Buffer) => {
    if (bytes > 0 && bytes + text.length > rotation.maxBytes) {
      close()
      rotate(file, rotation.keep)
      bytes = 0
    }
    descriptor ??= openSync(file, 'a', 0o640)
    bytes += writeSync(descriptor, text)
  }
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return {
    write: (line) => {
      try {
        append(Buffer.from(`${line}\n`))
      } catch {
        // A full disk must not take the fleet down with it: lines are lost until there is room, the processes stay.
      }
    },
    close,
  }
}

function rotate(file: string, keep: number): void {
  for (let number = keep - 1; number >= 0; number--) {
    const from = number === 0 ? file : `${file}.${number}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${number + 1}`)
  }
}
