import * as openId from 'openid-client'

export interface SignOnSettings {
  /** The provider's address; `/.well-known/openid-configuration` below it says the rest. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button calls it. */
  readonly name: string
  /** The claim that holds the login name. */
  readonly claim: string
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
}

/** What must be remembered until the browser comes back. */
export interface SignOnAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

export interface SignOnIdentity {
  /** Unique for ever: the issuer and its subject. */
  readonly subject: string
  readonly loginName: string | undefined
}

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export interface SignOn {
  readonly name: string
  begin(): Promise<SignOnAttempt & { readonly url: string }>
  /** Who came back; throws when the provider, or the browser's story, does not hold. */
  finish(attempt: SignOnAttempt, query: string): Promise<SignOnIdentity>
}

const timeoutS = 10

export function createSignOn(settings: SignOnSettings): SignOn {
  const { issuer, clientId, clientSecret, name, claim, redirectUri } = settings
  let known: Promise<openId.Configuration> | undefined

  const discover = async () => {
    // For a provider on the same machine; config.ts refuses any other.
    const execute = issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []
    const configuration = await openId.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute,
      timeout: timeoutS,
    })
    return configuration
  }
  const configuration = async () => {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      // asked again next time: the provider may be back
      known = undefined
      throw error
    }
  }

  return {
    name,
    begin: async () => {
      const provider = await configuration()
      const verifier = openId.randomPKCECodeVerifier()
      const [state, nonce] = [openId.randomState(), openId.randomNonce()]
      const url = openId.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, state, nonce, verifier, redirectUri }
    },
    finish: async (attempt, query) => {
      const provider = await configuration()
      const tokens = await openId.authorizationCodeGrant(provider, new URL(query, attempt.redirectUri), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no identity')
      const more =
        claim in claims || !provider.serverMetadata().userinfo_endpoint
          ? {}
          : await openId.fetchUserInfo(provider, tokens.access_token, claims.sub)
      const loginName = { ...more, ...claims }[claim]
      return {
        subject: `${claims.iss} ${claims.sub}`,
        loginName: typeof loginName === 'string' ? loginName : undefined,
      }
    },
  }
}
