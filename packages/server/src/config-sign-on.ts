import type { Environment, Reader } from './environment.ts'
import type { SignOnSettings } from './platform/access/sign-on.ts'

/** FRAME_ORIGINS: a comma-separated list such as https://maps.example.com,https://wiki.example.com:8443 */
export function readFrameOrigins(reader: Reader): string[] {
  const given = reader.text('FRAME_ORIGINS')?.split(',') ?? []
  return given.map((each) => {
    const url = URL.parse(each.trim())
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
    if (isOrigin) return url.origin
    reader.problem(`FRAME_ORIGINS must list origins such as https://maps.example.com, not "${each.trim()}".`)
    return ''
  })
}

const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_CLAIM'] as const
const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const

/** OIDC_*: all of what a provider needs, or nothing. */
export function readSignOn(reader: Reader): SignOnSettings | undefined {
  if (names.every((name) => reader.text(name) === undefined)) return undefined
  const [issuer, clientId, clientSecret, publicUrl] = needed.map((name) => {
    const value = reader.text(name)
    if (value === undefined) reader.problem(`${name} is missing; sign-in by OpenID Connect needs it.`)
    return value ?? ''
  })
  const settings = {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    name: reader.text('OIDC_NAME') ?? 'OpenID Connect',
    claim: reader.text('OIDC_CLAIM') ?? 'preferred_username',
    redirectUri: `${(publicUrl ?? '').replace(/\/+$/, '')}/login`,
  }
  if (settings.issuer !== '' && !isTrustworthy(settings.issuer)) {
    reader.problem(
      `OIDC_ISSUER must be an https address (http on this machine only), not "${settings.issuer}".`,
    )
  }
  return settings
}

function isTrustworthy(issuer: string): boolean {
  const url = URL.parse(issuer)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)
}

/** What `readSignOn` reads again in a child process; PUBLIC_URL goes there anyway. */
export function signOnEnvironment({
  issuer,
  clientId,
  clientSecret,
  name,
  claim,
}: SignOnSettings): Environment {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
    OIDC_CLAIM: claim,
  }
}
