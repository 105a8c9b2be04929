import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import {
  type logExtraction,
  logExtractionProblems as problems,
} from '@wattkeeper/contracts/api/log-extraction'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Handlers } from '../../context.ts'
import { extractLog, fileReply } from './extraction.ts'
import * as queries from './queries.ts'

const deviceOf = async (db: Db, code: string) =>
  (await queries.findDevice(db, code)) ?? fail(deviceProblems.notFound)

export const handlers: Handlers<typeof logExtraction> = {
  levels: ({ equipClassify }, { db, language }) => queries.levelsOf(db, equipClassify, language),

  extract: (request, context) => extractLog(request, context),

  async progress({ equipCode }, { db }) {
    const { id } = await deviceOf(db, equipCode)
    return (await queries.progressOf(db, id)) ?? { state: 'none', receivedBytes: 0, createTime: null }
  },

  async names({ equipCode }, { db, language }) {
    const { id } = await deviceOf(db, equipCode)
    return queries.storedLogs(db, id, language)
  },

  async read({ name }, { scoped, services }) {
    const log = (await scoped((db) => queries.findLog(db, name))) ?? fail(problems.gone)
    return fileReply(services, { name, ...log })
  },
}
