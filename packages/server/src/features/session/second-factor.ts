import { secondFactorProblems } from '@wattkeeper/contracts/api/second-factor'
import { type Language, Problem, type ProblemKind, say } from '@wattkeeper/contracts/kit'
import { randomInt } from 'node:crypto'
import { verify } from 'otplib'
import type { SystemDb } from '../../context.ts'
import * as queries from './second-factor-queries.ts'
import { hashToken } from './tokens.ts'

// the phone's clock may be one step ahead or behind
const toleranceS = 30
const codesGiven = 10
// without letters and digits that are easily taken for one another
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Recovery codes of ten characters (49 random bits), as they are shown. */
export function createRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)] ?? 'a').join('')
  return Array.from({ length: codesGiven }, () => `${part()}-${part()}`)
}

/** As typed: in any case, with or without the hyphen. */
export const hashRecoveryCode = (code: string): Buffer =>
  hashToken(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))

/** Whether the code is the authenticator's, now and for the first time. */
export async function isCodeOf(
  db: SystemDb,
  { userId, secret }: queries.FactorRow,
  { otp, nowMs }: { readonly otp: string; readonly nowMs: number },
): Promise<boolean> {
  if (!/^\d{6}$/.test(otp)) return false
  const result = await verify({
    secret,
    token: otp,
    epoch: Math.floor(nowMs / 1000),
    epochTolerance: toleranceS,
  })
  return result.valid && 'timeStep' in result && queries.useStep(db, userId, result.timeStep)
}

interface Asked {
  readonly otp: string | undefined
  readonly language: Language
  readonly nowMs: number
}

/** Passes whoever has no second factor, and whoever shows it: a code of the authenticator or a recovery code. */
export async function requireSecondFactor(db: SystemDb, userId: number, asked: Asked): Promise<void> {
  const factor = await queries.findFactor(db, userId)
  if (!factor?.confirmedAt) return
  const { otp, language, nowMs } = asked
  if (otp === undefined) throw besideField(secondFactorProblems.needed, language)
  if (await isCodeOf(db, factor, { otp, nowMs })) return
  if (await queries.useRecoveryCode(db, userId, hashRecoveryCode(otp))) return
  throw besideField(secondFactorProblems.wrong, language)
}

/** The form shows the field by the path of the error. */
function besideField(kind: ProblemKind, language: Language): Problem {
  return new Problem(kind, {}, [{ path: 'otp', message: say(kind.words, language) }])
}
