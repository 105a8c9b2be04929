import type { DeviceParam } from '@wattkeeper/contracts/api/commands'

/** A parameter as it is entered and checked, whatever device it is for. */
export type ParamShape = Pick<
  DeviceParam,
  'id' | 'name' | 'kind' | 'unit' | 'min' | 'max' | 'options' | 'slots'
>

/** Which words say what is wrong with a value, and what they need; undefined of one that may be sent. */
export type Wrong =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'digits'; readonly length: number }
  | { readonly kind: 'option' | 'endpoint' | 'text' }

const mostPort = 65_535
const endpoint = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}:(\d{1,5})$/

function isEndpoint(value: string): boolean {
  const port = Number(endpoint.exec(value)?.[1] ?? 0)
  return port >= 1 && port <= mostPort
}

/** The same rules as the server's, said while one types. */
export function wrongWith(param: ParamShape, value: string): Wrong | undefined {
  const { kind, options, slots } = param
  if (kind === 'option') return options.some((option) => option.value === value) ? undefined : { kind }
  if (kind === 'integer') {
    const [min, max] = [param.min ?? -Infinity, param.max ?? Infinity]
    const isWithin = /^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max
    return isWithin ? undefined : { kind, min, max }
  }
  if (kind === 'digits') {
    return new RegExp(`^[0-8]{${slots.length}}$`).test(value) ? undefined : { kind, length: slots.length }
  }
  if (kind === 'endpoint') return isEndpoint(value) ? undefined : { kind }
  return value === '' ? { kind: 'text' } : undefined
}

/** A value in the words of its options: `6232514` is one light after the other. */
export function wordsFor({ kind, options, slots, unit }: ParamShape, value: string): string {
  const labelOf = (code: string) => options.find((option) => option.value === code)?.label ?? code
  if (kind === 'digits')
    return slots.map(({ label }, place) => `${label} ${labelOf(value[place] ?? '')}`).join(' · ')
  return kind === 'option' ? labelOf(value) : [value, unit].filter(Boolean).join(' ')
}
