import type { SoftwareVersion } from '@wattkeeper/contracts/api/firmware'
import { useText } from './text.ts'

/** "P-BMS-01 2.10（发布版本）" */
export function useNameOf({ pcbCode: board, version, isRelease }: SoftwareVersion): string {
  const t = useText()
  return t('name', { board, version, release: t(`release.${isRelease}`) })
}
