import type { Device } from '@wattkeeper/contracts/api/devices'

export const listPath = '/equipment/list'
const detailPath = '/equipentry/detail'

/** The detail page of a row; the page itself reads the device by its id again. */
export function detailLink({ id, code, equipTypeId }: Pick<Device, 'id' | 'code' | 'equipTypeId'>): string {
  const query = new URLSearchParams({ id: String(id), code, equipTypeId: String(equipTypeId) })
  return `${detailPath}?${query.toString()}`
}
