import { type LogRequest, logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import { useEffect, useRef, useState } from 'react'
import { type Failure, asFailure } from '../../api/failure.ts'
import { notify } from '../../api/notices.ts'
import { useRefreshFeature } from '../../api/queries.ts'
import { downloadFile } from '../../api/transfer.ts'

export interface Running {
  readonly code: string
  readonly startedAt: number
  /** Bytes that the browser has; 0 while the platform still waits for the device. */
  readonly receivedBytes: number
}

export interface Extraction {
  readonly running: Running | undefined
  readonly failure: Failure | undefined
  readonly start: (request: LogRequest) => Promise<void>
  readonly cancel: () => void
}

/** One extraction at a time: from the command to the file in the browser. Leaving the page cancels it. */
export function useExtraction(cancelledText: string): Extraction {
  const [running, setRunning] = useState<Running>()
  const [failure, setFailure] = useState<Failure>()
  const controller = useRef<AbortController>(null)
  const refresh = useRefreshFeature()
  useEffect(() => () => controller.current?.abort(), [])
  const start = async (request: LogRequest) => {
    const mine = new AbortController()
    controller.current = mine
    const begun = { code: request.equipCode, startedAt: Date.now() }
    setFailure(undefined)
    setRunning({ ...begun, receivedBytes: 0 })
    try {
      const onProgress = (receivedBytes: number) => setRunning({ ...begun, receivedBytes })
      await downloadFile(logExtraction.extract, request, { signal: mine.signal, onProgress })
    } catch (thrown) {
      const why = asFailure(thrown)
      if (why.kind === 'cancelled') notify.info(cancelledText)
      else {
        setFailure(why)
        notify.error(why.message, why.requestId)
      }
    } finally {
      setRunning(undefined)
      refresh('logExtraction')
    }
  }
  return { running, failure, start, cancel: () => controller.current?.abort() }
}
