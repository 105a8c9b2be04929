import {
  type Envelope,
  type FieldError,
  type Language,
  type Page,
  Problem,
  type ProblemKind,
  type Route,
  commonProblems,
  isPage,
  say,
} from '@wattkeeper/contracts/kit'
import type { FastifyError } from 'fastify'
import { sqlState } from '../database/database.ts'

/** The envelope of a success: a page's rows become `data`, its total stands beside. */
export function success(route: Route, result: unknown, language: Language): Envelope {
  const said = { code: 200, message: say(route.done, language) }
  if (!isPage(route.output)) return { ...said, data: result ?? null }
  const { rows, ...rest } = result as Page<unknown>
  return { ...said, data: rows, ...rest }
}

export function failure(problem: Problem, language: Language, requestId: string): Envelope {
  const { kind, params, errors } = problem
  const first = errors[0]?.message ?? ''
  return {
    code: kind.code,
    message: say(kind.words, language, { requestId, first, ...params }),
    data: errors.length > 0 ? { errors } : null,
    requestId,
  }
}

export const invalid = (errors: readonly FieldError[]): Problem =>
  new Problem(commonProblems.invalid, {}, errors)

/** Whatever was thrown, as a problem; what nobody foresaw becomes `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const state = sqlState(error)
  if (state) return new Problem(bySqlState(state))
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (connectionLost.has(code)) return new Problem(commonProblems.unavailable)
  return new Problem(byStatus(statusCode))
}

const connectionLost = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function bySqlState(state: string): ProblemKind {
  if (state.startsWith('23') || state === '40001' || state === '40P01') return commonProblems.conflict
  if (state === '42501') return commonProblems.forbidden
  if (state.startsWith('22')) return commonProblems.malformed
  if (/^(08|53|57)/.test(state)) return commonProblems.unavailable
  return commonProblems.internal
}

function byStatus(status = 500): ProblemKind {
  if (status === 413) return commonProblems.tooLarge
  if (status === 415) return commonProblems.mediaType
  if (status === 404) return commonProblems.notFound
  return status >= 400 && status < 500 ? commonProblems.malformed : commonProblems.internal
}
