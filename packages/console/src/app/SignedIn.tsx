import { type ReactNode, Suspense, lazy, useEffect, useMemo } from 'react'
import { system } from '@wattkeeper/contracts/api/dashboard'
import type { Profile } from '@wattkeeper/contracts/api/session'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { startLive } from '../api/live.ts'
import { useProfile } from '../api/profile.tsx'
import { useData, useReadAgainOnLanguage } from '../api/queries.ts'
import { setTableOwner } from '../ui/table/settings.ts'
import { setPlatformZone } from '../ui/time/zone.ts'
import { DeviceDialogs } from './device-dialogs/DeviceDialogs.tsx'
import { NotFound } from './NotFound.tsx'
import { allPages } from './pages.ts'
import { type AppRoute, buildRoutes, firstPageOf, groupsOf, pageRoutes } from './routes.ts'
import { Layout } from './layout/Layout.tsx'
import { Frame } from './Frame.tsx'
import { Screen } from './Screen.tsx'

const ChangePassword = lazy(async () => ({
  default: (await import('./session/ChangePassword.tsx')).ChangePassword,
}))
const SecondFactor = lazy(async () => ({
  default: (await import('../features/account/SecondFactor.tsx')).SecondFactor,
}))

/** Everything behind the login: the permitted routes inside the layout. */
export function SignedIn(): ReactNode {
  const profile = useProfile()
  // before any table reads its settings
  setTableOwner(String(profile.id))
  useEffect(startLive, [])
  useReadAgainOnLanguage()
  useScrollToTop()
  usePlatformZone()
  const routes = useMemo(
    () =>
      buildRoutes({
        tree: profile.tree,
        roles: profile.roles.map((role) => role.code),
        hasPage: (key) => allPages.has(key),
      }),
    [profile],
  )
  if (profile.mustChangePassword || profile.mustSetUpSecondFactor) return <Before profile={profile} />
  return (
    <DeviceDialogs>
      <Layout routes={routes}>
        <RouteTable routes={routes} />
      </Layout>
    </DeviceDialogs>
  )
}

/** What comes before everything else. */
function Before({ profile }: { readonly profile: Profile }): ReactNode {
  const Dialog = profile.mustChangePassword ? ChangePassword : SecondFactor
  return (
    <Suspense>
      <Dialog isForced onClose={stay} />
    </Suspense>
  )
}

/** A new profile leads on, not the dialog. */
const stay = (): void => undefined

function RouteTable({ routes }: { readonly routes: readonly AppRoute[] }): ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/dashboard" replace />} />
      {pageRoutes(routes).map((route) => (
        <Route key={route.path} path={route.path} element={<Screen route={route} />} />
      ))}
      {groupsOf(routes).map((group) => (
        <Route
          key={group.path}
          path={group.path}
          element={<Navigate to={firstPageOf(group) ?? '/404'} replace />}
        />
      ))}
      <Route path="/iframe" element={<Frame routes={routes} />} />
      <Route path="/404" element={<NotFound />} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}

function useScrollToTop(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0)
    document.getElementById('content')?.scrollTo(0, 0)
  }, [pathname])
}

function usePlatformZone(): void {
  const { data } = useData(system.info, {}, { quiet: true, staleTimeMs: Infinity })
  const zone = data?.timeZone
  useEffect(() => {
    if (zone) setPlatformZone(zone)
  }, [zone])
}
