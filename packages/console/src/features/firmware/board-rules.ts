import type { FirmwareUpload } from '@wattkeeper/contracts/api/firmware'
import type { Board } from '@wattkeeper/contracts/api/reference'

type Changed = Readonly<Record<string, unknown>>

/** What follows from a change: a board brings its part type, another part type takes a board of the old one away. */
export function consequences(boards: readonly Board[], changed: Changed, entered: Changed): Changed {
  const board = boards.find(({ pcbCode }) => pcbCode === entered['pcbCode'])
  if ('pcbCode' in changed) return board ? { partType: board.partType } : {}
  if ('partType' in changed && board && board.partType !== changed['partType']) return { pcbCode: undefined }
  return {}
}

/** The form's fields as the server read them from a file; what it could not read is left to be filled in. */
export function readFrom(upload: FirmwareUpload): Changed {
  const { filePath, pcbCode, partType, version, fgRelease } = upload
  return {
    filePath,
    ...(pcbCode !== null && { pcbCode }),
    ...(partType !== null && { partType }),
    ...(version !== null && { version }),
    ...(fgRelease !== null && { isRelease: fgRelease === 1 }),
  }
}
