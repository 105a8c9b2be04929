import { makeStore } from './store.ts'

export interface Notice {
  readonly id: number
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  readonly requestId: string | undefined
  readonly forMs: number
  /** Grows when the same words are said again: the time starts anew instead of a second notice. */
  readonly times: number
}

const successMs = 3000
const errorMs = 5000
const atMost = 4

export const notices = makeStore<readonly Notice[]>([])
let lastId = 0

function show(kind: Notice['kind'], text: string, requestId?: string): void {
  const shown = notices.get()
  const same = shown.find((notice) => notice.kind === kind && notice.text === text)
  if (same) {
    notices.set(
      shown.map((notice) => (notice === same ? { ...notice, requestId, times: notice.times + 1 } : notice)),
    )
    return
  }
  lastId += 1
  const forMs = kind === 'error' || kind === 'warning' ? errorMs : successMs
  notices.set([...shown, { id: lastId, kind, text, requestId, forMs, times: 1 }].slice(-atMost))
}

export const notify = {
  success: (text: string): void => show('success', text),
  info: (text: string): void => show('info', text),
  warning: (text: string): void => show('warning', text),
  error: (text: string, requestId?: string): void => show('error', text, requestId),
}

export function dismissNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}
