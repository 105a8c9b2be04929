import { rolloutProblems, type rollouts } from '@wattkeeper/contracts/api/rollouts'
import { fail, words } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { detailOf, readable } from './detail.ts'
import { exportTargets } from './export.ts'
import type { RolloutKind } from './kinds.ts'
import { rolloutOf, targetOf } from './present.ts'
import { previewOf } from './preview-queries.ts'
import * as queries from './read-queries.ts'
import { mayWrite, readableKinds } from './rights.ts'
import { cancelRollout, pauseRollout, resumeRollout, retryRollout, undoRollout } from './steer.ts'
import { countTargets, findTargets } from './target-queries.ts'
import { reasonText } from './wording.ts'

const exportTitle = words('下发明细', 'Targets')

export const handlersWith = (kinds: readonly RolloutKind[]): Handlers<typeof rollouts> => ({
  async list({ pageNum, pageSize, kind, ...rest }, { db, caller }) {
    const readableOnes = readableKinds(caller)
    const criteria = {
      ...rest,
      kinds: kind === undefined ? readableOnes : readableOnes.filter((name) => name === kind),
    }
    const total = await queries.countRollouts(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const rows = await queries.findRollouts(db, criteria, { limit: pageSize, offset })
    return { rows: rows.map(rolloutOf), total }
  },

  detail: ({ id }, context) => detailOf(id, context),

  async targets({ pageNum, pageSize, ...criteria }, context) {
    const { db, language } = context
    await readable(context, criteria.id)
    const total = await countTargets(db, criteria)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const rows = await findTargets(db, criteria, { limit: pageSize, offset, language })
    return { rows: rows.map((row) => targetOf(row, language)), total }
  },

  async exportTargets(criteria, { scoped, caller, language, services }) {
    const { code } = await scoped((db) => readable({ db, caller }, criteria.id))
    return exportTargets({ criteria, code, title: exportTitle }, { scoped, language, services })
  },

  async preview({ kind: name, selection, versionId }, { db, caller, language }) {
    const kind = kinds.find((each) => each.name === name) ?? fail(rolloutProblems.notFound)
    if (!mayWrite(caller, name)) fail(rolloutProblems.kindForbidden)
    const candidates = await kind.candidates(db, { selection, versionId })
    const preview = (await previewOf(db, candidates, language)) ?? fail(rolloutProblems.noTargets)
    const skipped = preview.skipped.map((each) => ({ ...each, label: reasonText(each.reason, language) }))
    return { ...preview, skipped }
  },

  pause: ({ id }, context) => pauseRollout(context, { id, kinds }),
  resume: ({ id }, context) => resumeRollout(context, { id, kinds }),
  cancel: ({ id }, context) => cancelRollout(context, { id, kinds }),
  retry: ({ id }, context) => retryRollout(context, { id, kinds }),
  undo: ({ id }, context) => undoRollout(context, { id, kinds }),
})
