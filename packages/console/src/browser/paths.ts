/** Let through without login, each with whatever lies below it. */
const openPaths = [
  '/privacy_zh',
  '/privacy_en',
  '/agreement_zh',
  '/agreement_en',
  '/estolife',
  '/privacy',
  '/download',
  '/pic',
  '/upgradation',
  '/asgoft',
  '/e-ark',
]

export function isOpenPath(path: string): boolean {
  return openPaths.some((open) => path === open || path.startsWith(`${open}/`))
}

/**
 * Where to go after login: only a path of this site. `//host`, `/\host` and anything with a scheme would leave it.
 */
export function safeRedirect(wanted: string | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f\\]/.test(wanted)) return '/'
  return wanted === '/login' || wanted.startsWith('/login?') ? '/' : wanted
}

export function loginAddress(from: string): string {
  const target = safeRedirect(from)
  return target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`
}

export type GuardDecision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'login'; readonly address: string }
  | { readonly kind: 'home' }
  | { readonly kind: 'loadProfile' }

interface GuardState {
  readonly path: string
  /** Path with query, kept through the login. */
  readonly address: string
  readonly hasToken: boolean
  readonly hasProfile: boolean
}

export function decide({ path, address, hasToken, hasProfile }: GuardState): GuardDecision {
  if (path === '/login') return hasToken ? { kind: 'home' } : { kind: 'allow' }
  if (isOpenPath(path)) return { kind: 'allow' }
  if (!hasToken) return { kind: 'login', address: loginAddress(address) }
  return hasProfile ? { kind: 'allow' } : { kind: 'loadProfile' }
}
