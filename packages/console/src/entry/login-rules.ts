interface Limits {
  readonly minLength: number
  readonly maxLength: number
}

/** The first rule of the contract that a text breaks. */
export function brokenRule({ minLength, maxLength }: Limits, value: string) {
  if (value === '') return 'required'
  if (value.length < minLength) return 'minLength'
  return value.length > maxLength ? 'maxLength' : undefined
}
