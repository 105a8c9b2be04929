import { type secondFactor, secondFactorProblems } from '@wattkeeper/contracts/api/second-factor'
import { type Language, fail } from '@wattkeeper/contracts/kit'
import { generateSecret, generateURI } from 'otplib'
import type { Handlers, SystemDb } from '../../context.ts'
import { isPassword } from './passwords.ts'
import { loginNameOf, passwordOf, roleDemandsFactor } from './queries.ts'
import * as queries from './second-factor-queries.ts'
import { createRecoveryCodes, hashRecoveryCode, isCodeOf, requireSecondFactor } from './second-factor.ts'

const issuer = 'Wattkeeper'

async function requirePassword(db: SystemDb, userId: number, password: string): Promise<void> {
  if (!(await isPassword(await passwordOf(db, userId), password))) fail(secondFactorProblems.wrongPassword)
}

interface Shown {
  readonly otp: string
  readonly language: Language
  readonly nowMs: number
}

/** A code of the authenticator, or a recovery code: whoever has lost the phone can still turn the factor off. */
async function requireCode(db: SystemDb, userId: number, shown: Shown): Promise<void> {
  const factor = await queries.findFactor(db, userId)
  if (!factor?.confirmedAt) fail(secondFactorProblems.isOff)
  await requireSecondFactor(db, userId, shown)
}

async function giveRecoveryCodes(db: SystemDb, userId: number): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = createRecoveryCodes()
  await queries.confirmFactor(db, userId, recoveryCodes.map(hashRecoveryCode))
  return { recoveryCodes }
}

export const handlers: Handlers<typeof secondFactor> = {
  async state(_, { caller: { userId }, services: { database } }) {
    const factor = await queries.findFactor(database.system, userId)
    return {
      isOn: Boolean(factor?.confirmedAt),
      isRequired: await roleDemandsFactor(database.system, userId),
      recoveryCodesLeft: factor?.confirmedAt ? factor.recoveryHashes.length : 0,
    }
  },

  async begin({ password }, { caller: { userId }, services: { database } }) {
    await requirePassword(database.system, userId, password)
    const secret = generateSecret()
    if (!(await queries.beginFactor(database.system, userId, secret))) fail(secondFactorProblems.isOn)
    const label = await loginNameOf(database.system, userId)
    return { secret, uri: generateURI({ issuer, label, secret }) }
  },

  async confirm({ otp }, { caller: { userId }, services: { database, clock } }) {
    const factor = await queries.findFactor(database.system, userId)
    if (!factor) return fail(secondFactorProblems.notBegun)
    if (factor.confirmedAt) fail(secondFactorProblems.isOn)
    if (!(await isCodeOf(database.system, factor, { otp, nowMs: clock.now() })))
      fail(secondFactorProblems.wrong)
    return giveRecoveryCodes(database.system, userId)
  },

  async renewRecoveryCodes({ otp }, { caller: { userId }, language, services: { database, clock } }) {
    await requireCode(database.system, userId, { otp, language, nowMs: clock.now() })
    return giveRecoveryCodes(database.system, userId)
  },

  async turnOff({ password, otp }, { caller: { userId }, language, services: { database, clock } }) {
    await requirePassword(database.system, userId, password)
    if (await roleDemandsFactor(database.system, userId)) fail(secondFactorProblems.demanded)
    await requireCode(database.system, userId, { otp, language, nowMs: clock.now() })
    await queries.deleteFactor(database.system, userId)
    return null
  },
}
