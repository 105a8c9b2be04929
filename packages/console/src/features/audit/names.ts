import { type AuditKind, auditAction, auditWord, auditWords } from '@wattkeeper/contracts/api/audit-words'
import { useLanguage } from '../../i18n/i18n.ts'

/** What the audit calls things by, in the reader's words. */
export function useNames() {
  const language = useLanguage()
  const options = (kind: AuditKind) =>
    Object.keys(auditWords[kind]).map((value) => ({ value, label: auditWord(kind, value, language) }))
  return {
    actionName: (action: string) => auditAction(action, language),
    tableName: (table: string) => auditWord('table', table, language),
    columnName: (column: string) => auditWord('column', column, language),
    features: options('feature'),
    tables: options('table'),
  }
}
