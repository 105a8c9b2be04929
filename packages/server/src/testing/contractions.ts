/** What of a migration an older version would miss or stumble over, a sentence each; empty when it only expands. */
export function takenAwayBy(sql: string): string[] {
  const statements = plain(sql)
    .split(';')
    .map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase())
  const made = new Set(statements.flatMap((text) => madeBy.exec(text)?.[2] ?? []))
  const isNew = (name: string | undefined) => name !== undefined && made.has(name)
  return statements.flatMap((text) => {
    const dropped = dropping.exec(text)
    if (dropped) return isNew(dropped[2]) ? [] : [text]
    if (renaming.test(text)) return [text]
    const [, table, actions] = alteringTable.exec(text) ?? []
    if (actions === undefined || isNew(table)) return []
    return partsOf(actions).flatMap((action) => (narrows(action) ? [`${table}: ${action}`] : []))
  })
}

const kinds = '(?:materialized view|table|view|function|procedure|type|domain|schema|sequence)'
const madeBy = new RegExp(
  `^create (?:or replace |temporary |temp |unlogged )*(${kinds}) (?:if not exists )?([\\w.]+)`,
)
const dropping = new RegExp(`^drop (${kinds}) (?:if exists )?([\\w.]+)`)
const renaming = new RegExp(`^alter (?!table)${kinds} .* rename `)
const alteringTable = /^alter table (?:if exists )?(?:only )?([\w.]+) (.+)$/
const constraints = /^add (?:constraint|primary|unique|check|foreign|exclude)\b/

function narrows(action: string): boolean {
  if (/^drop (?!constraint\b)/.test(action) || /^rename /.test(action)) return true
  if (/^alter .* (?:(?:set data )?type|set not null|drop default)\b/.test(action)) return true
  if (!action.startsWith('add ') || constraints.test(action)) return false
  return /\bnot null\b/.test(action) && !/\b(?:default|generated)\b/.test(action)
}

/** Without comments, texts and the bodies of functions; what a `do` block does counts. */
function plain(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\bas\s+(\$\w*\$)[\s\S]*?\1/gi, 'as body')
    .replace(/'(?:[^']|'')*'/g, `''`)
    .replace(/\bdo\s+\$\w*\$|\$\w*\$|\b(?:then|begin|loop)\b/gi, ';')
}

/** Between the commas that stand in no brackets. */
function partsOf(actions: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of actions) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((part) => part.trim())
}
