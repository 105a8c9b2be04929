const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Chrome 140 · Windows"; what is not a browser keeps its own words. */
export function browserName(userAgent: string): string {
  const [mark, name] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? []
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (!mark || !name) return userAgent.slice(0, 60) || '—'
  return [`${name} ${userAgent.match(mark)?.[1] ?? ''}`.trim(), system].filter(Boolean).join(' · ')
}
