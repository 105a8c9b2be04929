import { textAt } from './login-call.ts'

const attemptKey = 'wk-sign-on'

export interface Attempt {
  readonly proof: string
  /** Where to go after it. */
  readonly home: string
  /** What the provider put into the address. */
  readonly query: string
}

/** Kept in this tab until the provider sends the browser back to /login. */
export function rememberAttempt(attempt: Omit<Attempt, 'query'>): void {
  sessionStorage.setItem(attemptKey, JSON.stringify(attempt))
}

/** The attempt that this visit to /login ends, if it ends one. */
export function returningAttempt(query: string): Attempt | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(attemptKey) ?? 'null')
  const proof = textAt(stored, 'proof')
  if (!proof || !new URLSearchParams(query).has('state')) return undefined
  return { proof, home: textAt(stored, 'home') ?? '/', query }
}

export const forgetAttempt = (): void => sessionStorage.removeItem(attemptKey)
