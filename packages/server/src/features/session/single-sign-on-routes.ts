import { type singleSignOn, singleSignOnProblems } from '@wattkeeper/contracts/api/single-sign-on'
import { commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Log } from '../../platform/http/handler.ts'
import type { Handlers, Services } from '../../context.ts'
import { type SignIn, openSession, refuseThrottled } from './sign-in.ts'
import * as queries from './single-sign-on-queries.ts'
import { createToken, hashToken } from './tokens.ts'

const attemptMs = 10 * 60 * 1000

export const handlers: Handlers<typeof singleSignOn> = {
  options: (_, { services: { signOn } }) => ({
    isOffered: signOn !== undefined,
    name: signOn?.name ?? '',
  }),

  async begin(_, { services: { signOn, database, clock }, log }) {
    if (!signOn) return fail(singleSignOnProblems.notOffered)
    const { url, ...attempt } = await signOn.begin().catch((error: unknown) => {
      log.warn(error, 'the sign-on provider does not answer')
      return fail(singleSignOnProblems.notAnswering)
    })
    const proof = createToken()
    const expiresAt = new Date(clock.now() + attemptMs).toISOString()
    await queries.insertAttempt(database.system, { ...attempt, proofHash: hashToken(proof), expiresAt })
    return { url, proof }
  },

  async finish({ query, proof, otp }, ask) {
    const { services, log } = ask
    const { system } = services.database
    const attempt = await findAttempt(services, query, proof)
    const user =
      attempt.userId === null
        ? await recognize(services, { attempt, query, log })
        : await queries.userById(system, attempt.userId)
    if (!user) return fail(commonProblems.invalidToken)
    // remembered, so that the second factor can be asked for although the provider's code serves once
    await queries.recognize(system, attempt.state, user.id)
    await refuseThrottled(ask satisfies SignIn, user.loginName)
    const session = await openSession(ask, user, otp)
    await queries.deleteAttempt(system, attempt.state)
    return session
  },
}

/** The attempt that this very browser began. */
async function findAttempt({ database, clock }: Services, query: string, proof: string) {
  const state = new URLSearchParams(query).get('state') ?? ''
  const now = new Date(clock.now()).toISOString()
  const attempt = await queries.findAttempt(database.system, state, now)
  if (!attempt?.proofHash.equals(hashToken(proof))) return fail(singleSignOnProblems.refused)
  return attempt
}

interface Returned {
  readonly attempt: queries.AttemptRow
  readonly query: string
  readonly log: Log
}

async function recognize({ signOn, database }: Services, { attempt, query, log }: Returned) {
  if (!signOn) return fail(singleSignOnProblems.notOffered)
  const { subject, loginName } = await signOn.finish(attempt, query).catch((error: unknown) => {
    log.warn(error, 'a sign-on did not hold')
    return fail(singleSignOnProblems.refused)
  })
  const user = await queries.userOfSubject(database.system, subject, loginName)
  return user ?? fail(singleSignOnProblems.unknownUser, { name: loginName ?? subject })
}
