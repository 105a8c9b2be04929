import type { AuditSelection } from '@wattkeeper/contracts/api/audit'
import { type FilterOf, as } from '../../ui/url/codecs.ts'

export const auditCodecs = {
  userId: as.number,
  action: as.text,
  object: as.text,
  objectId: as.text,
  failed: as.flag,
  startTime: as.text,
  endTime: as.text,
} as const
export type AuditView = FilterOf<typeof auditCodecs>

export function selectionOf({ failed, ...filter }: AuditView): AuditSelection {
  return { ...filter, ...(failed !== undefined && { isFailed: failed === 1 }) }
}
