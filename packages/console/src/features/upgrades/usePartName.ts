import type { PartVersion } from '@wattkeeper/contracts/api/device-versions'
import { useText } from './text.ts'

/** Of a cabinet's several boards the slot stands with the name. */
export function usePartName(): (part: Pick<PartVersion, 'partType' | 'partTypeName' | 'addrId'>) => string {
  const t = useText()
  return ({ partType, partTypeName, addrId }) => {
    const part = partTypeName ?? partType
    return addrId === 0 ? part : t('slot', { part, slot: addrId })
  }
}
