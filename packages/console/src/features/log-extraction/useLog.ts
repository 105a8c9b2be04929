import { logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import { useEffect, useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { streamText } from '../../api/stream-text.ts'
import { LogLines } from './log-lines.ts'

export interface ReadLog {
  readonly lines: readonly string[]
  readonly isReading: boolean
  readonly failed: string | undefined
}

/** The screen follows a long log in steps; each step draws once. */
const drawEveryMs = 200

/** A stored log's lines, as they arrive. */
export function useLog(name: string): ReadLog {
  const [log, setLog] = useState<ReadLog>({ lines: [], isReading: true, failed: undefined })
  useEffect(() => {
    const controller = new AbortController()
    const arrived = new LogLines()
    let drawnAt = 0
    const draw = (state: Omit<ReadLog, 'lines'>) => {
      drawnAt = performance.now()
      if (!controller.signal.aborted) setLog({ lines: [...arrived.lines], ...state })
    }
    const onText = (part: string) => {
      arrived.add(part)
      if (performance.now() - drawnAt > drawEveryMs) draw({ isReading: true, failed: undefined })
    }
    streamText(logExtraction.read, { name }, { signal: controller.signal, onText })
      .then(() => {
        arrived.end()
        draw({ isReading: false, failed: undefined })
      })
      .catch((thrown: unknown) => draw({ isReading: false, failed: asFailure(thrown).message }))
    return () => controller.abort()
  }, [name])
  return log
}
