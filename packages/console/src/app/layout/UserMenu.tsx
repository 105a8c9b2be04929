import { session } from '@wattkeeper/contracts/api/session'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { useProfile } from '../../api/profile.tsx'
import { forgetSession } from '../../api/session-ends.ts'
import { loginAddress } from '../../browser/paths.ts'
import { useText } from '../text.ts'
import css from './layout.module.css'

const ChangePassword = lazy(async () => ({
  default: (await import('../session/ChangePassword.tsx')).ChangePassword,
}))
const Sessions = lazy(async () => ({ default: (await import('../session/Sessions.tsx')).Sessions }))
const SecondFactor = lazy(async () => ({
  default: (await import('../../features/account/SecondFactor.tsx')).SecondFactor,
}))
const LogoutBox = lazy(async () => ({ default: (await import('../session/LogoutBox.tsx')).LogoutBox }))

type Open = 'password' | 'factor' | 'sessions' | 'logout'

export function UserMenu(): ReactNode {
  const t = useText()
  const profile = useProfile()
  const [open, setOpen] = useState<Open>()
  const leave = useLogout()
  const close = () => setOpen(undefined)
  const items = [
    { key: 'password', label: t('user.changePassword'), onClick: () => setOpen('password') },
    { key: 'factor', label: t('user.factor'), onClick: () => setOpen('factor') },
    { key: 'sessions', label: t('user.sessions'), onClick: () => setOpen('sessions') },
    { type: 'divider' as const },
    { key: 'logout', label: t('user.logout'), onClick: () => setOpen('logout') },
  ]
  return (
    <>
      <Dropdown menu={{ items }} placement="bottomRight">
        <button type="button" className={css.user}>
          <span className="wk-visually-hidden">{t('user.menu')}</span>
          <span className={css.avatar} aria-hidden="true">
            {profile.userName.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.userName}>{profile.userName}</span>
        </button>
      </Dropdown>
      <Suspense>
        {open === 'password' && <ChangePassword onClose={close} />}
        {open === 'factor' && <SecondFactor onClose={close} />}
        {open === 'sessions' && <Sessions onClose={close} />}
        {open === 'logout' && <LogoutBox onConfirm={leave} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Tells the server, forgets the token whatever it answers, and leads to the login page and back here. */
function useLogout(): () => Promise<void> {
  const { pathname, search } = useLocation()
  return async () => {
    await call(session.logout, {}).catch(() => undefined)
    forgetSession()
    location.replace(loginAddress(pathname + search))
  }
}
