/** What the boot script asked before the app arrived, by `METHOD path body`. */
declare global {
  interface Window {
    wkEarly?: Map<string, Promise<Response>>
  }
}

export const earlyKey = (method: string, path: string, body?: string): string =>
  `${method} ${path} ${body ?? ''}`

/** Each early answer is used once: a second read must ask again. */
export function takeEarly(method: string, path: string, body?: string): Promise<Response> | undefined {
  const key = earlyKey(method, path, body)
  const found = window.wkEarly?.get(key)
  window.wkEarly?.delete(key)
  return found
}

/** Another session than the one that asked has begun: what it was answered is no answer any more. */
export const forgetEarly = (): void => window.wkEarly?.clear()
