import type { AuditChange } from '@wattkeeper/contracts/api/audit'

export interface FieldChange {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly isChanged: boolean
}

/** A value as it is read: texts as they are, everything else as JSON, and nothing as a dash. */
export function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields of a row, those that changed first. */
export function fieldsOf({ before, after, changed }: AuditChange): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = names.map((name) => ({
    name,
    before: shown(before?.[name]),
    after: shown(after?.[name]),
    isChanged: changed.includes(name),
  }))
  return [...fields.filter((field) => field.isChanged), ...fields.filter((field) => !field.isChanged)]
}

export const kindOf = ({ before, after }: Pick<AuditChange, 'before' | 'after'>) =>
  before === null ? 'created' : after === null ? 'removed' : 'updated'
