import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readCookie, writeCookie } from '../../browser/token.ts'
import { useText } from '../text.ts'
import { type AppRoute, routeAt } from '../routes.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { LiveBanner } from './LiveBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useIsMobile } from '../../ui/useIsMobile.ts'
import css from './layout.module.css'

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

const sidebarCookie = 'sidebarStatus'
const yearS = 365 * 24 * 60 * 60

interface Props {
  readonly routes: readonly AppRoute[]
  readonly children: ReactNode
}

/** Sidebar, bar and title card around every screen. */
export function Layout({ routes, children }: Props): ReactNode {
  const t = useText()
  const { pathname, search } = useLocation()
  const { isOpen, toggle, close, isMobile } = useSidebar(pathname)
  const [isSearching, setSearching] = useState(false)
  usePaletteKey(() => setSearching(true))
  const here = routeAt(routes, { pathname, search })
  usePageTitle(here?.title ?? (pathname === '/404' ? t('notFound.title') : undefined))
  return (
    <div className={css.layout} data-sidebar={isOpen ? 'open' : 'closed'}>
      <a className={css.skip} href="#content">
        {t('bar.skip')}
      </a>
      {(isOpen || !isMobile) && <Sidebar routes={routes} isOpen={isOpen} />}
      {isMobile && isOpen && <div className={css.overlay} onClick={close} data-testid="overlay" />}
      <div className={css.column}>
        <TopBar here={here} isOpen={isOpen} onToggle={toggle} onSearch={() => setSearching(true)} />
        <LiveBanner />
        <main id="content" className={css.content} tabIndex={-1}>
          {here && <h1 className={css.title}>{here.title}</h1>}
          {children}
        </main>
      </div>
      {isSearching && (
        <Suspense>
          <Palette routes={routes} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Open on a desktop as the cookie says; on a phone closed, until asked for, and again on every change of place. */
function useSidebar(pathname: string) {
  const isMobile = useIsMobile()
  const [isWide, setWide] = useState(() => readCookie(sidebarCookie) !== '0')
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = isMobile ? openedAt === pathname : isWide
  const close = () => setOpenedAt(undefined)
  const toggle = () => {
    if (isMobile) {
      setOpenedAt(isOpen ? undefined : pathname)
      return
    }
    writeCookie(sidebarCookie, isWide ? '0' : '1', yearS)
    setWide(!isWide)
  }
  return { isOpen, toggle, close, isMobile }
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
