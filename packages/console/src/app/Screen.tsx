import { type ReactNode, Suspense, lazy } from 'react'
import type { Page } from '../api/page.ts'
import { allPages } from './pages.ts'
import type { AppRoute } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

function lazyPage(page: Page): ReactNode {
  const Component = lazy(async () => ({ default: (await page.load()).Page }))
  return <Component />
}

/** One lazy element per page for the whole run: a new one at each render would throw its state away. */
const elements = new Map([...allPages].map(([key, page]) => [key, lazyPage(page)]))

/** After a failure the module is asked for anew. */
function askAnew(key: string): void {
  const page = allPages.get(key)
  if (page) elements.set(key, lazyPage(page))
}

export function Screen({ route }: { readonly route: AppRoute }): ReactNode {
  const key = route.page ?? ''
  return (
    <ScreenBoundary at={route.path} onRetry={() => askAnew(key)}>
      <Suspense fallback={<ScreenSkeleton />}>{elements.get(key)}</Suspense>
    </ScreenBoundary>
  )
}
