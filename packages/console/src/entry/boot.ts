import { earlyKey } from '../browser/early.ts'
import { isOpenPath, loginAddress } from '../browser/paths.ts'
import { acceptLanguage, readLanguage, readTheme, showLanguage, showTheme } from '../browser/preferences.ts'
import { readToken } from '../browser/token.ts'
import type { BootFacts } from '../../build/boot-facts.ts'

// Runs before anything is painted, as a small file of its own (the content security policy allows no inline script):
// theme and language, the guard's first decision, the page's chunks, and the page's first questions to the server.

declare const __BOOT_FACTS__: BootFacts

showTheme(readTheme())
showLanguage(readLanguage())

const { pathname, search } = location
const token = readToken()

function preload(chunks: readonly string[]): void {
  for (const chunk of chunks) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = chunk
    document.head.append(link)
  }
}

function headersFor(hasBody: boolean): Headers {
  const headers = new Headers({
    Authorization: token ?? '',
    'Accept-Language': acceptLanguage(readLanguage()),
  })
  if (hasBody) headers.set('Content-Type', 'application/json')
  return headers
}

function start(): void {
  const path = pathname === '/' ? '/dashboard' : pathname
  const page = __BOOT_FACTS__.pages[path]
  preload(page?.chunks ?? [])
  const asked = [...__BOOT_FACTS__.always, ...(search ? [] : (page?.early ?? []))]
  window.wkEarly = new Map(
    asked.map(({ method, path: address, body }) => {
      const headers = headersFor(body !== undefined)
      const answer = fetch(address, { method, body: body ?? null, headers })
      // whoever takes it sees the failure; nobody taking it is no error
      answer.catch(() => undefined)
      return [earlyKey(method, address, body), answer]
    }),
  )
}

if (token) start()
else if (!isOpenPath(pathname)) location.replace(loginAddress(pathname + search))
