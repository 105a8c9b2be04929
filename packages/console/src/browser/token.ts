/** The cookie's name is fixed by the admin template the product grew from. The server reads the header only. */
const tokenCookie = 'Admin-Token'

export function readCookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  const value = entry?.slice(name.length + 1)
  return value ? decodeURIComponent(value) : undefined
}

export function writeCookie(name: string, value: string, maxAgeS?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${age}`
}

export const readToken = (): string | undefined => readCookie(tokenCookie)
export const writeToken = (token: string): void => writeCookie(tokenCookie, token)
export const clearToken = (): void => writeCookie(tokenCookie, '', 0)
