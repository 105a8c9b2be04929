import type { AuditChange, Deed } from '@wattkeeper/contracts/api/audit'
import { auditAction, auditWord } from '@wattkeeper/contracts/api/audit-words'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'
import type { Cell, Sheet } from '../../platform/excel/index.ts'

const columns: readonly (readonly [header: Words, width: number])[] = [
  [words('时间', 'Time'), 20],
  [words('用户', 'User'), 18],
  [words('来源地址', 'Address'), 18],
  [words('操作', 'Action'), 26],
  [words('结果', 'Result'), 8],
  [words('请求内容', 'Asked'), 50],
  [words('变更对象', 'Changed'), 30],
  [words('变更前', 'Before'), 50],
  [words('变更后', 'After'), 50],
]

export function exportSheet(language: Language): Sheet {
  return {
    name: say(words('操作日志', 'Audit log'), language),
    columns: columns.map(([header, width]) => ({ header: say(header, language), width })),
  }
}

/** A cell of a spreadsheet holds 32,767 characters. */
const longest = 32_000

const asText = (value: unknown): string => (value === null ? '' : JSON.stringify(value).slice(0, longest))

interface Reading {
  readonly language: Language
  readonly timeZone: string
}

/** One deed a row, in the words of the screen; of its changes only the columns that differ. */
export function exportRow(deed: Deed, { language, timeZone }: Reading): Cell[] {
  const { createTime, userName, address, action, code, input, changes } = deed
  const side = (which: 'before' | 'after') =>
    changes
      .map((change) => differing(change, which, language))
      .join('\n')
      .slice(0, longest)
  return [
    new Date(createTime).toLocaleString('sv-SE', { timeZone }),
    userName,
    address,
    auditAction(action, language),
    code,
    asText(input),
    changes.map(({ object, objectId }) => `${auditWord('table', object, language)} ${objectId}`).join(', '),
    side('before'),
    side('after'),
  ]
}

function differing({ changed, ...change }: AuditChange, which: 'before' | 'after', language: Language) {
  const row = change[which]
  if (!row) return ''
  return changed.map((name) => `${auditWord('column', name, language)}: ${valueIn(row[name])}`).join('; ')
}

const valueIn = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
