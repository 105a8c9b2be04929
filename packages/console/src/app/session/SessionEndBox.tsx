import { type ReactNode, Suspense, lazy } from 'react'
import { sessionEnd } from '../../api/session-ends.ts'
import { useStore } from '../../api/store.ts'

const Box = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

/** Waits for a session to end; its box loads only then. */
export function SessionEndBox(): ReactNode {
  const { isAsking } = useStore(sessionEnd)
  if (!isAsking) return null
  return (
    <Suspense>
      <Box />
    </Suspense>
  )
}
