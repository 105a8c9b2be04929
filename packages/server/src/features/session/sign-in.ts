import { sessionProblems } from '@wattkeeper/contracts/api/session'
import { type Language, Problem, fail } from '@wattkeeper/contracts/kit'
import { secondFactorProblems } from '@wattkeeper/contracts/api/second-factor'
import type { Services } from '../../context.ts'
import * as queries from './queries.ts'
import { failureWindowMs, maxFailures, sessionMs, waitMinutes } from './rules.ts'
import { requireSecondFactor } from './second-factor.ts'
import { createToken, hashToken } from './tokens.ts'

export interface SignIn {
  readonly services: Services
  readonly language: Language
  readonly address: string
  readonly userAgent: string
}

export interface Person {
  readonly id: number
  readonly loginName: string
  readonly status: number
}

const isoAfter = (now: number, ms: number) => new Date(now + ms).toISOString()

/** Five failures within 15 minutes, of a name or of an address: wait. */
export async function refuseThrottled({ services, address }: SignIn, loginName: string): Promise<void> {
  const now = services.clock.now()
  const failures = await queries.failuresSince(
    services.database.system,
    { loginName, address },
    { since: isoAfter(now, -failureWindowMs), limit: maxFailures },
  )
  const minutes = Math.max(waitMinutes(failures.byName, now), waitMinutes(failures.byAddress, now))
  if (minutes > 0) fail(sessionProblems.throttled, { minutes })
}

export async function rememberFailure({ services, address }: SignIn, loginName: string): Promise<void> {
  const at = isoAfter(services.clock.now(), 0)
  await queries.insertFailure(services.database.system, { loginName, address }, at)
}

/** Opens a session for somebody whose first factor is proven; a wrong second one counts as a failure. */
export async function openSession(
  signIn: SignIn,
  person: Person,
  otp: string | undefined,
): Promise<{ token: string }> {
  const { services, language, address, userAgent } = signIn
  const { system } = services.database
  const now = services.clock.now()
  if (person.status === 0) fail(sessionProblems.disabled)
  try {
    await requireSecondFactor(system, person.id, { otp, language, nowMs: now })
  } catch (error) {
    if (error instanceof Problem && error.kind === secondFactorProblems.wrong)
      await rememberFailure(signIn, person.loginName)
    throw error
  }
  await queries.forgetFailures(system, person.loginName)
  const token = createToken()
  await queries.insertSession(system, {
    userId: person.id,
    tokenHash: hashToken(token),
    address,
    userAgent: userAgent.slice(0, 300),
    expiresAt: isoAfter(now, sessionMs),
  })
  return { token }
}
