import type { Words } from '../kit/words.ts'

/**
 * One measured quantity of a board.
 *
 * - `number`: a finite float32, stored by its position among the numbers of its board
 * - `word`: 32 unsigned bits, kept exact beside the numbers
 * - `text`: up to 64 characters
 * - `list`: up to 256 numbers
 */
export interface Signal<Name extends string = string, Kind extends SignalKind = SignalKind> {
  readonly name: Name
  readonly kind: Kind
  readonly unit: string
  /** Plausible range: what lies outside is stored all the same, and counted. */
  readonly min: number
  readonly max: number
  readonly zh: string
  readonly en: string
  /** The words for what is reported as a code. */
  readonly means?: Meanings
  /** A person reads the value times this factor, in this unit. */
  readonly shownAs?: { readonly factor: number; readonly unit: string }
  /** A battery's current, positive while it charges: its direction is worth a word. */
  readonly isBatteryCurrent?: true
}

/** Words by code; any other code means `otherwise`, or nothing that is known. */
export interface Meanings {
  readonly codes: Readonly<Record<string, Words>>
  readonly otherwise?: Words
}

export type SignalKind = 'number' | 'word' | 'text' | 'list'

interface Measure extends Words, Pick<Signal, 'means' | 'shownAs' | 'isBatteryCurrent'> {
  readonly unit?: string
  readonly range: readonly [number, number]
}

interface Coded extends Words, Pick<Signal, 'means'> {}

const measured =
  <Kind extends SignalKind>(kind: Kind) =>
  <Name extends string>(
    name: Name,
    { unit = '', range: [min, max], ...words }: Measure,
  ): Signal<Name, Kind> => ({
    name,
    kind,
    unit,
    min,
    max,
    ...words,
  })

export const number = measured('number')
export const list = measured('list')

/** A switch, relay or contact: 1 on, 0 off. */
export const onOff = <Name extends string>(name: Name, words: Words) =>
  number(name, { range: [0, 1], ...words })

/** A small enumeration reported as a number. */
export const state = <Name extends string>(name: Name, words: Coded) =>
  number(name, { range: [0, 255], ...words })

const LARGEST_WORD = 0xffff_ffff

export const word = <Name extends string>(name: Name, words: Words) =>
  measured('word')(name, { range: [0, LARGEST_WORD], ...words })

export const text = <Name extends string>(name: Name, words: Coded) =>
  measured('text')(name, { range: [0, 64], ...words })

/** The values of a set of signals as a device sends them. */
export type ValuesOf<Signals extends readonly Signal[]> = {
  -readonly [S in Signals[number] as S['name']]?: ValueOfKind[S['kind']]
}

interface ValueOfKind {
  number: number
  word: number
  text: string
  list: number[]
}
