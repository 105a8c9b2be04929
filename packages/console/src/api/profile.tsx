import { type Profile, session } from '@wattkeeper/contracts/api/session'
import type { Route } from '@wattkeeper/contracts/kit'
import { type ReactNode, createContext, use } from 'react'

const ProfileContext = createContext<Profile | undefined>(undefined)

export const profileRoute = session.profile
export const ProfileProvider = ProfileContext

export function useProfile(): Profile {
  const profile = use(ProfileContext)
  if (!profile) throw new Error('useProfile is for screens behind the login')
  return profile
}

export function mayUse(profile: Pick<Profile, 'permissions'>, route: Route): boolean {
  const { access } = route
  return access === 'open' || access === 'signedIn' || profile.permissions.includes(access)
}

/** May the user do any of these? `const may = useMay(); may(devices.update)` */
export function useMay(): (route: Route) => boolean {
  const profile = useProfile()
  return (route) => mayUse(profile, route)
}

interface CanProps {
  readonly use: Route
  readonly children: ReactNode
}

/** Shows its children to whoever may use the route; what a user may not do is absent. */
export function Can({ use: route, children }: CanProps): ReactNode {
  return useMay()(route) ? children : null
}
