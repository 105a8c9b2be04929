import { type deviceTypeCatalogue, deviceTypeProblems } from '@wattkeeper/contracts/api/device-types'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import * as queries from './admin-queries.ts'
import {
  englishName,
  isBuiltIn,
  refuseInUse,
  requireEditable,
  requireParts,
  requireType,
  unlessReferred,
} from './admin-rules.ts'
import * as edits from './edit-queries.ts'

type Catalogue = Handlers<typeof deviceTypeCatalogue>

export const partHandlers: Pick<Catalogue, 'savePart' | 'removePart'> = {
  async savePart({ equipTypeId, code, name, nameEn, sort }, { db }) {
    await requireType(db, equipTypeId)
    const stored = await edits.lockPart(db, equipTypeId, code)
    if (stored && !stored.isOwn) fail(deviceTypeProblems.builtIn, { name: stored.name })
    await edits.savePart(db, { equipTypeId, code, name, nameEn: englishName(nameEn, name, stored), sort })
    return null
  },

  async removePart({ equipTypeId, code }, { db, language }) {
    const stored = await edits.lockPart(db, equipTypeId, code)
    if (!stored) return fail(deviceTypeProblems.partNotFound)
    refuseInUse(stored.name, await queries.usesOfPart(db, equipTypeId, code), language)
    if (!stored.isOwn) fail(deviceTypeProblems.builtIn, { name: stored.name })
    await unlessReferred(stored.name, language, edits.removePart(db, equipTypeId, code))
    return null
  },
}

export const boardHandlers: Pick<Catalogue, 'listBoards' | 'findBoard' | 'saveBoard' | 'removeBoard'> = {
  async listBoards(filter, { db, language }) {
    const { rows, total } = await queries.boardPage(db, filter, language)
    return { rows: rows.map((row) => ({ ...row, isBuiltIn: isBuiltIn(row.id) })), total }
  },

  async findBoard({ id }, { db, language }) {
    const board = await queries.findBoard(db, id, language)
    return board ? { ...board, isBuiltIn: isBuiltIn(id) } : fail(deviceTypeProblems.boardNotFound)
  },

  async saveBoard({ id, version, pcbNameEn, ...board }, { db, language }) {
    await requireType(db, board.equipTypeId)
    await requireParts(db, board.equipTypeId, [board.partType])
    const found = id === undefined ? undefined : await edits.lockBoard(db, id)
    const stored =
      id === undefined ? undefined : requireEditable(found, version, deviceTypeProblems.boardNotFound)
    const isMoved = stored && (stored.equipTypeId !== board.equipTypeId || stored.partType !== board.partType)
    if (isMoved) refuseInUse(stored.name, await queries.usesOfBoard(db, stored.id), language)
    const values = { ...board, pcbNameEn: englishName(pcbNameEn, board.pcbName, stored) }
    const taken = new Problem(deviceTypeProblems.codeTaken, { code: board.pcbCode })
    return { id: await unlessTaken(edits.saveBoard(db, id, values), taken) }
  },

  async removeBoard({ id }, { db, language }) {
    const stored = await edits.lockBoard(db, id)
    if (!stored) return fail(deviceTypeProblems.boardNotFound)
    refuseInUse(stored.name, await queries.usesOfBoard(db, id), language)
    requireEditable(stored, undefined, deviceTypeProblems.boardNotFound)
    await unlessReferred(stored.name, language, edits.removeById(db, 'pcbs', id))
    return null
  },
}
