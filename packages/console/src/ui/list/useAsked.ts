import { useState } from 'react'

interface Asking<A> {
  /** What a button asked for, until it is answered. */
  readonly asked: A | undefined
  readonly ask: (next: A) => void
  /** A dialog that was followed by another leaves that one open. */
  readonly close: () => void
}

/** Which dialog of a screen is open, and about what. */
export function useAsked<A extends object>(): Asking<A> {
  const [asked, setAsked] = useState<A>()
  return { asked, ask: setAsked, close: () => setAsked((now) => (now === asked ? undefined : now)) }
}
