/** Text that is HTML already. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | readonly Markup[]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** Writes HTML; plain text that is put in comes out escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: texts }, ...parts.map(written)) }
}

export const nothing: Markup = { markup: '' }
