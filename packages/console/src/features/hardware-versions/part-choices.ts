import type { DeviceType } from '@wattkeeper/contracts/api/reference'

interface PartChoice {
  readonly value: string
  readonly label: string
}

/** The parts of one type; without a type those of all, each code once: several types share `bms`. */
export function partChoices(types: readonly DeviceType[], typeId: number | undefined): PartChoice[] {
  const wanted = types.filter(({ id }) => typeId === undefined || id === typeId)
  const names = new Map<string, string>()
  for (const { code, name } of wanted.flatMap(({ partTypes }) => partTypes)) {
    if (!names.has(code)) names.set(code, name)
  }
  return [...names].map(([value, name]) => ({ value, label: `${name} (${value})` }))
}
