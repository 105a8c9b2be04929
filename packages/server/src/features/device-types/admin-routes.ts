import {
  type DeviceTypeChange,
  type ModelChange,
  type ModelPartChange,
  type deviceTypeCatalogue,
  deviceTypeProblems,
} from '@wattkeeper/contracts/api/device-types'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers, Services } from '../../context.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import * as queries from './admin-queries.ts'
import {
  englishName,
  isBuiltIn,
  refuseInUse,
  requireBoard,
  requireEditable,
  requireParts,
  requireType,
  unlessReferred,
} from './admin-rules.ts'
import { boardHandlers, partHandlers } from './board-routes.ts'
import * as edits from './edit-queries.ts'

const tell = (afterCommit: AfterCommit, { bus }: Services) =>
  afterCommit(() => bus.announce('catalogueChanged', {}))

async function saveType(db: Db, { id, version, name, nameEn, code }: DeviceTypeChange) {
  const found = id === undefined ? undefined : await edits.lockType(db, id)
  const stored =
    id === undefined ? undefined : requireEditable(found, version, deviceTypeProblems.typeNotFound)
  const values = { name, code, nameEn: englishName(nameEn, name, stored) }
  const taken = new Problem(deviceTypeProblems.nameTaken, { name: `${name} / ${code}` })
  return { id: await unlessTaken(edits.saveType(db, id, values), taken) }
}

interface Means {
  readonly db: Db
  readonly language: 'zh' | 'en'
}

async function saveModel({ db, language }: Means, change: ModelChange) {
  const { id, version, name, nameEn, equipTypeId, partTypes } = change
  await requireType(db, equipTypeId)
  const found = id === undefined ? undefined : await edits.lockModel(db, id)
  const stored =
    id === undefined ? undefined : requireEditable(found, version, deviceTypeProblems.modelNotFound)
  const isMoved = stored !== undefined && stored.equipTypeId !== equipTypeId
  if (isMoved) refuseInUse(stored.name, await queries.usesOfModel(db, stored.id), language)
  if (isMoved) await edits.setModelParts(db, stored, [])
  const values = { equipTypeId, name, nameEn: englishName(nameEn, name, stored) }
  const taken = new Problem(deviceTypeProblems.nameTaken, { name })
  const saved = await unlessTaken(edits.saveModel(db, id, values), taken)
  if (partTypes) {
    await requireParts(db, equipTypeId, partTypes)
    await edits.setModelParts(db, { id: saved, equipTypeId }, partTypes)
  }
  return { id: saved }
}

/** The model, with its parts as rows of its own: whoever changes one part means all others to stay. */
async function openModel(db: Db, { equipModelId, partType, pcbId = null }: ModelPartChange) {
  const found = await edits.lockModel(db, equipModelId)
  const model = requireEditable(found, undefined, deviceTypeProblems.modelNotFound)
  const { equipTypeId } = model
  await requireParts(db, equipTypeId, [partType])
  await requireBoard(db, pcbId, { equipTypeId, partType })
  const parts = await queries.partsOfModel(db, equipModelId)
  if (!parts.some(({ isOwn }) => isOwn))
    await edits.setModelParts(
      db,
      model,
      parts.map((part) => part.partType),
    )
  return { parts, part: { equipModelId, equipTypeId, partType, pcbId } }
}

export const handlers: Handlers<typeof deviceTypeCatalogue> = {
  ...partHandlers,
  ...boardHandlers,

  listTypes: async (_, { db }) =>
    (await queries.listTypes(db)).map((row) => ({ ...row, isBuiltIn: isBuiltIn(row.id) })),

  async saveType(change, { db, services, afterCommit }) {
    tell(afterCommit, services)
    return saveType(db, change)
  },

  async removeType({ id }, { db, language, services, afterCommit }) {
    const stored = await edits.lockType(db, id)
    if (!stored) return fail(deviceTypeProblems.typeNotFound)
    refuseInUse(stored.name, await queries.usesOfType(db, id), language)
    requireEditable(stored, undefined, deviceTypeProblems.typeNotFound)
    await unlessReferred(stored.name, language, edits.removeById(db, 'equipTypes', id))
    tell(afterCommit, services)
    return null
  },

  async listModels(filter, { db, language }) {
    const { rows, total } = await queries.modelPage(db, filter, language)
    return { rows: rows.map((row) => ({ ...row, isBuiltIn: isBuiltIn(row.id) })), total }
  },

  async findModel({ id }, { db, language }) {
    const model = await queries.findModel(db, id, language)
    if (!model) return fail(deviceTypeProblems.modelNotFound)
    const parts = await queries.partsOfModel(db, id)
    const hasOwnParts = parts.some(({ isOwn }) => isOwn)
    return { ...model, isBuiltIn: isBuiltIn(id), hasOwnParts, parts }
  },

  async saveModel(change, { db, language, services, afterCommit }) {
    tell(afterCommit, services)
    return saveModel({ db, language }, change)
  },

  async removeModel({ id }, { db, language, services, afterCommit }) {
    const stored = await edits.lockModel(db, id)
    if (!stored) return fail(deviceTypeProblems.modelNotFound)
    refuseInUse(stored.name, await queries.usesOfModel(db, id), language)
    requireEditable(stored, undefined, deviceTypeProblems.modelNotFound)
    await unlessReferred(stored.name, language, edits.removeById(db, 'equipModels', id))
    tell(afterCommit, services)
    return null
  },

  async addModelPart(change, { db }) {
    const { parts, part } = await openModel(db, change)
    const isThere = parts.some(({ partType }) => partType === part.partType)
    if (isThere || !(await edits.addModelPart(db, part)))
      fail(deviceTypeProblems.partTaken, { code: part.partType })
    return null
  },

  async updateModelPart(change, { db }) {
    const { part } = await openModel(db, change)
    if (!(await edits.updateModelPart(db, part))) fail(deviceTypeProblems.partNotFound)
    return null
  },

  async removeModelPart(change, { db }) {
    const { parts, part } = await openModel(db, change)
    if (parts.length === 1) fail(deviceTypeProblems.lastPart)
    if (!(await edits.removeModelPart(db, part.equipModelId, part.partType)))
      fail(deviceTypeProblems.partNotFound)
    return null
  },
}
