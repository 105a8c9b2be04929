import type { InputOf, OutputOf, Route } from '@wattkeeper/contracts/kit'
import { useRef, useState } from 'react'
import { asFailure } from './failure.ts'
import { notify } from './notices.ts'
import { useRefreshFeature } from './queries.ts'
import { type Progress, downloadFile, uploadFile } from './transfer.ts'

export interface UploadState<R extends Route> {
  /** Resolves with the answer, or undefined when cancelled; rejects with a Failure for the form to show. */
  readonly start: (file: File, input: InputOf<R>) => Promise<OutputOf<R> | undefined>
  readonly cancel: () => void
  readonly progress: Progress | undefined
}

export function useUpload<R extends Route>(route: R): UploadState<R> {
  const [progress, setProgress] = useState<Progress>()
  const controller = useRef<AbortController>(null)
  const refresh = useRefreshFeature()
  const start = async (file: File, input: InputOf<R>) => {
    controller.current = new AbortController()
    try {
      setProgress({ sentBytes: 0, totalBytes: file.size, bytesPerS: 0 })
      const { signal } = controller.current
      const answer = await uploadFile(route, { file, input }, { signal, onProgress: setProgress })
      if (answer.message) notify.success(answer.message)
      refresh(route.name.split('.')[0] ?? route.name)
      return answer.data
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.kind === 'cancelled') return undefined
      notify.error(failure.message, failure.requestId)
      throw failure
    } finally {
      setProgress(undefined)
    }
  }
  return { start, cancel: () => controller.current?.abort(), progress }
}

export interface DownloadState<R extends Route> {
  readonly start: (input: InputOf<R>) => Promise<void>
  readonly cancel: () => void
  readonly isRunning: boolean
  readonly receivedBytes: number
}

/** A download with its state; failures are shown, in the words of `failed` where it is given. */
export function useDownload<R extends Route>(
  route: R,
  { failed = (reason) => reason }: { readonly failed?: (reason: string) => string } = {},
): DownloadState<R> {
  const [receivedBytes, setReceived] = useState<number>()
  const controller = useRef<AbortController>(null)
  const start = async (input: InputOf<R>) => {
    controller.current = new AbortController()
    try {
      setReceived(0)
      await downloadFile(route, input, { signal: controller.current.signal, onProgress: setReceived })
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.kind !== 'cancelled') notify.error(failed(failure.message), failure.requestId)
    } finally {
      setReceived(undefined)
    }
  }
  return {
    start,
    cancel: () => controller.current?.abort(),
    isRunning: receivedBytes !== undefined,
    receivedBytes: receivedBytes ?? 0,
  }
}
