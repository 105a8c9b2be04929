import { type ComponentType, type ReactNode, Suspense, lazy } from 'react'
import type { Page } from '../api/page.ts'
import { allPages } from './pages.ts'
import type { AppRoute } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

const lazyPage = (page: Page): ComponentType => lazy(async () => ({ default: (await page.load()).Page }))

/** One lazy component per page for the whole run: a new one at each render would throw its state away. */
const components = new Map([...allPages].map(([key, page]) => [key, lazyPage(page)]))

/** After a failure the module is asked for anew. */
function askAnew(key: string): void {
  const page = allPages.get(key)
  if (page) components.set(key, lazyPage(page))
}

export function Screen({ route }: { readonly route: AppRoute }): ReactNode {
  const key = route.page ?? ''
  const Component = components.get(key)
  if (!Component) return null
  return (
    <ScreenBoundary at={route.path} onRetry={() => askAnew(key)}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Component />
      </Suspense>
    </ScreenBoundary>
  )
}
