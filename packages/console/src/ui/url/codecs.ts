/** How a value stands in the address. */
export interface Codec<T> {
  // methods, so that codecs of any kinds can be held together
  read(text: string): T | undefined
  write(value: T): string
}

const separator = ','

function readNumber(text: string): number | undefined {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value
}

const texts: Codec<readonly string[]> = {
  read: (text) => (text === '' ? undefined : text.split(separator)),
  write: (values) => values.join(separator),
}

export const as = {
  text: { read: (text) => text || undefined, write: (value) => value } satisfies Codec<string>,
  number: { read: readNumber, write: String } satisfies Codec<number>,
  /** 0 or 1, as the wire has it. */
  flag: {
    read: (text) => (text === '0' ? 0 : text === '1' ? 1 : undefined),
    write: String,
  } satisfies Codec<0 | 1>,
  yes: { read: (text) => text === 'true' || undefined, write: String } satisfies Codec<boolean>,
  texts,
  numbers: {
    read: (text) => {
      const values = text.split(separator).flatMap((part) => readNumber(part) ?? [])
      return values.length > 0 ? values : undefined
    },
    write: (values) => values.join(separator),
  } satisfies Codec<number[]>,
  /** One of a few words; anything else in the address is not given. */
  oneOf: <const W extends string>(...words: readonly W[]): Codec<W> => ({
    read: (text) => words.find((word) => word === text),
    write: (value) => value,
  }),
}

/** Codecs of any kinds, by name. */
export type Codecs = Readonly<Record<string, Codec<unknown>>>
export type FilterOf<C> = {
  -readonly [K in keyof C]?: C[K] extends { read(text: string): infer T } ? T : never
}
