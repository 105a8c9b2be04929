import { useEffect, useState } from 'react'
import { onLive } from '../../api/live.ts'

/** Whether something happened since the list was read at this instant. */
export function useFreshEvents(readAt: number): boolean {
  const [heardAt, setHeardAt] = useState(0)
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === 'events') setHeardAt(Date.now())
      }),
    [],
  )
  return readAt > 0 && heardAt > readAt
}
