import { forgetEarly } from '../browser/early.ts'
import { clearToken, readToken, writeToken } from '../browser/token.ts'
import { type Store, makeStore } from './store.ts'

/** Invalid token, ended from elsewhere, expired. */
const endedCodes: readonly number[] = [50008, 50012, 50014]
export const hasEnded = (code: number): boolean => endedCodes.includes(code)

const reloadAfterMs = 1500
const channelName = 'wk-session'

interface SessionEnd {
  /** The box of the specification is open. */
  readonly isAsking: boolean
}

export const sessionEnd: Store<SessionEnd> = makeStore<SessionEnd>({ isAsking: false })

type Resolution = 'signedIn' | 'stay'
let pending: { readonly promise: Promise<Resolution>; readonly resolve: (r: Resolution) => void } | undefined
/** The user chose to stay on the page with this token: background reads no longer ask. */
let stayedWith: string | undefined

/**
 * Asks once for however many requests failed together. True when a new sign-in happened and the request should be
 * sent again.
 */
export async function signInAgain(sentWith: string | undefined, isAction: boolean): Promise<boolean> {
  const current = readToken()
  if (current && current !== sentWith) return true
  if (!isAction && stayedWith !== undefined && stayedWith === sentWith) return false
  if (!pending) {
    pending = Promise.withResolvers<Resolution>()
    sessionEnd.set({ isAsking: true })
  }
  return (await pending.promise) === 'signedIn'
}

function settle(resolution: Resolution): void {
  sessionEnd.set({ isAsking: false })
  pending?.resolve(resolution)
  pending = undefined
}

export function signedInHere(token: string): void {
  writeToken(token)
  forgetEarly()
  stayedWith = undefined
  settle('signedIn')
}

export function stayHere(): void {
  stayedWith = readToken()
  settle('stay')
}

/** Re-Login of the box: clears the token and reloads; the guard then leads to the login page and back. */
export function reloginNow(): void {
  clearToken()
  location.reload()
}

let isLeaving = false

/** 401: logged out, and the page reloads after 1.5 s so that the message can be read. */
export function leaveForLogin(): void {
  if (isLeaving) return
  isLeaving = true
  clearToken()
  setTimeout(() => location.reload(), reloadAfterMs)
}

/** Signs this browser out and tells its other tabs. */
export function forgetSession(): void {
  clearToken()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signedOut')
  channel.close()
}

/** Another tab signed out. */
export function onSignedOutElsewhere(react: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = react
  return () => channel.close()
}
