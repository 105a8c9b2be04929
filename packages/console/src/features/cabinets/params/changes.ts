import type { DeviceParam } from '@wattkeeper/contracts/api/commands'

export interface Change {
  readonly param: DeviceParam
  readonly value: string
}

/** What was typed and differs from what the device reports, trimmed, in the order of the parameters. */
export function changesIn(params: readonly DeviceParam[], typed: Readonly<Record<string, string>>): Change[] {
  return params.flatMap((param) => {
    const value = typed[param.id]?.trim()
    return value === undefined || value === (param.value ?? '') ? [] : [{ param, value }]
  })
}
