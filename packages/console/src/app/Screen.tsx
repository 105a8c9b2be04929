import { type ComponentType, type ReactNode, Suspense, lazy } from 'react'
import { allPages } from './pages.ts'
import type { AppRoute } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

const loaded = new Map<string, ComponentType>()

/** One lazy component per page for the whole run: a new one at each render would throw its state away. */
function componentOf(key: string): ComponentType | undefined {
  const known = loaded.get(key)
  const page = allPages.get(key)
  if (known || !page) return known
  const component = lazy(async () => ({ default: (await page.load()).Page }))
  loaded.set(key, component)
  return component
}

/** After a failure the module is asked for anew. */
export const forgetPage = (key: string): void => void loaded.delete(key)

export function Screen({ route }: { readonly route: AppRoute }): ReactNode {
  const key = route.page ?? ''
  const Page = componentOf(key)
  if (!Page) return null
  return (
    <ScreenBoundary at={route.path} onRetry={() => forgetPage(key)}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Page />
      </Suspense>
    </ScreenBoundary>
  )
}
