import { useText } from './text.ts'
import { zh } from './text/zh.ts'

type Key = keyof typeof zh
type Kind = 'feature' | 'verb' | 'table' | 'column'

const isKnown = (key: string): key is Key & `${Kind}.${string}` => Object.hasOwn(zh, key)

/** Every word of one kind, for a select: `feature.users` → `users`. */
const wordsOf = (kind: Kind): string[] =>
  Object.keys(zh).flatMap((key) => (key.startsWith(`${kind}.`) ? [key.slice(kind.length + 1)] : []))

/** What the audit calls things by, in words; what nobody has named yet keeps the program's own word. */
export function useNames() {
  const t = useText()
  const wordFor = (kind: Kind, name: string): string => {
    const key = `${kind}.${name}`
    return isKnown(key) ? t(key) : name
  }
  const actionName = (action: string): string => {
    const [feature = '', verb] = action.split('.')
    const what = wordFor('feature', feature)
    return verb === undefined ? what : `${what} · ${wordFor('verb', verb)}`
  }
  const options = (kind: Kind) => wordsOf(kind).map((value) => ({ value, label: wordFor(kind, value) }))
  return {
    actionName,
    tableName: (table: string) => wordFor('table', table),
    columnName: (column: string) => wordFor('column', column),
    features: options('feature'),
    tables: options('table'),
  }
}
