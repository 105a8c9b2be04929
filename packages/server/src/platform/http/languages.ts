/**
 * The language of a page: what the address asks for, else the browser's best, else English where there is any; nobody
 * who names none at all gets the first.
 */
export function chooseLanguage(
  offered: readonly string[],
  { asked, accepted }: { readonly asked: string | undefined; readonly accepted: string | undefined },
): string {
  const [first = ''] = offered
  const wanted = [asked ?? '', ...byPreference(accepted ?? '')].map(baseOf).filter((tag) => tag !== '')
  const found = wanted.find((tag) => offered.includes(tag))
  if (found !== undefined || wanted.length === 0) return found ?? first
  return offered.includes('en') ? 'en' : first
}

/** `pt-BR`, `zh_CN` and `ZH` name a language by their first letters. */
const baseOf = (tag: string): string => /^[a-z]{2,3}(?=$|[-_])/i.exec(tag.trim())?.[0].toLowerCase() ?? ''

/** The tags of an Accept-Language, best first. */
function byPreference(header: string): string[] {
  const weighed = header.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';')
    const quality = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1]
    return { tag, weight: quality === undefined ? 1 : Number(quality) }
  })
  return weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
