import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { type ReactNode, Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { AppRoute } from '../routes.ts'
import { useText } from '../text.ts'
import { Switches } from './Switches.tsx'
import { UserMenu } from './UserMenu.tsx'
import css from './layout.module.css'

/** The screen itself comes first. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleMs })
    else setTimeout(resolve, idleMs)
  })
const idleMs = 3_000
const Bell = lazy(async () => {
  await whenIdle()
  return { default: (await import('../bell/Bell.tsx')).Bell }
})

interface Props {
  readonly here: AppRoute | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onSearch: () => void
}

const keys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

export function TopBar({ here, isOpen, onToggle, onSearch }: Props): ReactNode {
  const t = useText()
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={css.tool}
        aria-label={t('menu.toggle')}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <span className={css.hamburger} aria-hidden="true" />
      </button>
      <Breadcrumb here={here} />
      <button type="button" className={css.search} onClick={onSearch} title={t('bar.searchHint')}>
        <SearchOutlined aria-hidden />
        <span>{t('bar.search')}</span>
        <kbd aria-hidden="true">{keys}</kbd>
      </button>
      <span className={css.bell}>
        <Suspense>
          <Bell />
        </Suspense>
      </span>
      <Switches />
      <UserMenu />
    </header>
  )
}

/** Starts at home; the last item is where one is, and no link. */
function Breadcrumb({ here }: { readonly here: AppRoute | undefined }): ReactNode {
  const t = useText()
  const isHome = !here || here.path === '/dashboard'
  return (
    <nav className={css.crumbs} aria-label={t('bar.breadcrumb')}>
      <ol>
        <li>
          {isHome ? <span aria-current="page">{t('home')}</span> : <Link to="/dashboard">{t('home')}</Link>}
        </li>
        {!isHome &&
          here.trail.map((crumb) => (
            <li key={crumb.path}>
              <Link to={crumb.path}>{crumb.title}</Link>
            </li>
          ))}
        {!isHome && (
          <li>
            <span aria-current="page">{here.title}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
