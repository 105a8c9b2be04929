import type { Kysely } from 'kysely'
import type { Deed } from '../../platform/http/kernel.ts'
import type { DB } from '../../tables/index.generated.ts'

const platformId = 1
const secret = /password|secret|token|^(proof|otp)$/i

/** Writes down who asked for what, from where, and what came of it; secrets are masked. */
export async function recordDeed(deed: Deed, db: Pick<Kysely<DB>, 'insertInto'>): Promise<void> {
  const { caller, input, ...rest } = deed
  await db
    .insertInto('audit')
    .values({
      ...rest,
      userId: caller?.userId ?? null,
      userName: caller?.userName ?? loginNameOf(input),
      organizationId: caller?.organizationId ?? platformId,
      input: JSON.stringify(masked(input ?? null)),
    })
    .execute()
}

/** Of a sign-in nobody has been recognized for yet: the name that was tried. */
function loginNameOf(input: unknown): string {
  const isNamed = typeof input === 'object' && input !== null && 'loginName' in input
  return isNamed && typeof input.loginName === 'string' ? input.loginName.slice(0, 64) : ''
}

const deepest = 20

/** The same value with whatever a key calls a password, secret or token replaced, and cut where it nests absurdly. */
export function masked(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return '…'
  if (Array.isArray(value)) return value.map((each: unknown) => masked(each, depth + 1))
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    secret.test(key) ? '***' : masked(each, depth + 1),
  ])
  return Object.fromEntries(entries)
}
