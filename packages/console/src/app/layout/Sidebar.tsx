import { type ReactNode, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useLiveState } from '../../api/live.ts'
import type { AppRoute } from '../routes.ts'
import { useText } from '../text.ts'
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx'
import css from './sidebar.module.css'

interface Props {
  readonly routes: readonly AppRoute[]
  /** Closed on a desktop: icons only. */
  readonly isOpen: boolean
}

export function Sidebar({ routes, isOpen }: Props): ReactNode {
  const t = useText()
  return (
    <nav className={css.side} data-open={isOpen} aria-label={t('menu.navigation')}>
      <div className={css.logo}>
        <img src="/favicon.svg" alt="" width="24" height="24" />
        {isOpen && <span>{t('product')}</span>}
      </div>
      <ul className={css.list}>
        {routes
          .filter((route) => !route.isHidden)
          .map((route) => (
            <Item key={route.path} route={route} isOpen={isOpen} />
          ))}
      </ul>
    </nav>
  )
}

function Item({ route, isOpen }: { readonly route: AppRoute; readonly isOpen: boolean }): ReactNode {
  if (route.type === 'M') return <Group route={route} isOpen={isOpen} />
  return (
    <li>
      <MenuLink route={route} isOpen={isOpen} />
    </li>
  )
}

function MenuLink({ route, isOpen }: { readonly route: AppRoute; readonly isOpen: boolean }): ReactNode {
  const t = useText()
  const inside = (
    <>
      <MenuIcon name={route.icon} />
      <span className={isOpen ? css.label : 'wk-visually-hidden'}>{route.title}</span>
      {route.page === 'maintenance/exitWarning' && <AlarmCount />}
    </>
  )
  const title = isOpen ? undefined : route.title
  if (route.link && !route.opensInside) {
    return (
      <a
        className={css.link}
        href={route.link}
        target="_blank"
        rel="noreferrer"
        title={title ?? t('menu.external')}
      >
        {inside}
      </a>
    )
  }
  return (
    <NavLink className={css.link ?? ''} to={route.path} title={title}>
      {inside}
    </NavLink>
  )
}

/** Live: how many alarms are active now. */
function AlarmCount(): ReactNode {
  const t = useText()
  const count = useLiveState().counts?.activeAlarms ?? 0
  if (count === 0) return null
  return (
    <span className={css.count} aria-label={t('menu.alarms', { count })}>
      {count > 999 ? '999+' : count}
    </span>
  )
}

function Group({ route, isOpen }: { readonly route: AppRoute; readonly isOpen: boolean }): ReactNode {
  const { pathname } = useLocation()
  const isInside = pathname === route.path || pathname.startsWith(`${route.path}/`) || holds(route, pathname)
  const [choice, setChoice] = useState<boolean>()
  const isUnfolded = choice ?? isInside
  return (
    <li>
      <button
        type="button"
        className={css.link}
        aria-expanded={isUnfolded}
        title={isOpen ? undefined : route.title}
        onClick={() => setChoice(!isUnfolded)}
      >
        <MenuIcon name={route.icon} />
        <span className={isOpen ? css.label : 'wk-visually-hidden'}>{route.title}</span>
        <span className={css.chevron} aria-hidden="true" />
      </button>
      {isUnfolded && (
        <ul className={css.sub}>
          {route.children
            .filter((child) => !child.isHidden)
            .map((child) => (
              <Item key={child.path} route={child} isOpen={isOpen} />
            ))}
        </ul>
      )}
    </li>
  )
}

const holds = (route: AppRoute, path: string): boolean =>
  route.children.some((child) => child.path === path || holds(child, path))
