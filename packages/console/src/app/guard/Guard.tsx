import type { Profile } from '@wattkeeper/contracts/api/session'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { ProfileProvider, profileRoute } from '../../api/profile.tsx'
import { type Data, useData } from '../../api/queries.ts'
import { notify } from '../../api/notices.ts'
import { decide, loginAddress, safeRedirect } from '../../browser/paths.ts'
import { clearToken, readToken } from '../../browser/token.ts'
import { onSignedOutElsewhere } from '../../api/session-ends.ts'
import { NotFound } from '../NotFound.tsx'
import { sayNow, useText } from '../text.ts'
import { SignedIn } from '../SignedIn.tsx'
import { useAccessChanges } from './useAccessChanges.ts'
import { SessionEndBox } from '../session/SessionEndBox.tsx'

const readableMs = 1500

/** The route guard: who may be where, before any screen is built. */
export function Guard(): ReactNode {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const decision = decide({ path: pathname, address, hasToken: readToken() !== undefined, hasProfile: false })
  const target =
    decision.kind === 'login' ? decision.address : decision.kind === 'home' ? safeRedirect('/') : undefined
  useEffect(() => {
    if (target) location.replace(target)
  }, [target])
  if (target) return null
  if (decision.kind === 'allow') return <NotFound />
  return <WithProfile address={address} />
}

/** Fetches the profile; without one the token is worth nothing and the way leads to the login page. */
function WithProfile({ address }: { readonly address: string }): ReactNode {
  const t = useText()
  const profile = useData(profileRoute, {}, { quiet: true, staleTimeMs: 60_000 })
  useEffect(() => onSignedOutElsewhere(() => location.replace(loginAddress(address))), [address])
  useAccessChanges(profile.refresh)
  useProfileFailure(profile, address)
  return (
    <>
      {profile.data && (
        <ProfileProvider value={profile.data}>
          <SignedIn />
        </ProfileProvider>
      )}
      {!profile.data && <div aria-busy="true" aria-label={t('product')} role="status" />}
      <SessionEndBox />
    </>
  )
}

function useProfileFailure(profile: Data<Profile>, address: string): void {
  const { failure, data, readAt } = profile
  const isEmpty = readAt > 0 && !data
  useEffect(() => {
    if (data || (!failure && !isEmpty)) return undefined
    // 401 leaves by itself
    if (failure?.code !== 401) notify.error(failure?.message ?? sayNow('profile.empty'), failure?.requestId)
    clearToken()
    const timer = setTimeout(() => location.replace(loginAddress(address)), readableMs)
    return () => clearTimeout(timer)
  }, [failure, isEmpty, data, address])
}
