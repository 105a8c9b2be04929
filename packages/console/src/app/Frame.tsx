import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { NotFound } from './NotFound.tsx'
import type { AppRoute } from './routes.ts'
import { useText } from './text.ts'
import css from './pages.module.css'

const linksOf = (routes: readonly AppRoute[]): readonly AppRoute[] =>
  routes.flatMap((route) => [...(route.opensInside ? [route] : []), ...linksOf(route.children)])

/** An external row that opens inside. Only addresses from the user's own menu are framed. */
export function Frame({ routes }: { readonly routes: readonly AppRoute[] }): ReactNode {
  const t = useText()
  const [query] = useSearchParams()
  const links = linksOf(routes)
  const src = query.get('src')
  const route = src ? links.find(({ link }) => link === src) : links[0]
  if (!route?.link) return <NotFound />
  return (
    <iframe
      className={css.frame}
      src={route.link}
      title={route.title || t('iframe.title')}
      sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
      referrerPolicy="no-referrer"
    />
  )
}
