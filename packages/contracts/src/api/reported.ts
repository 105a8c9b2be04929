import { type TSchema, Type, nullable } from '../kit/index.ts'
import type { Signal, SignalKind } from '../link/index.ts'

interface Kinds {
  number: number
  word: number
  text: string
  list: number[]
}

const kinds: Readonly<Record<SignalKind, () => TSchema>> = {
  number: Type.Number,
  word: Type.Integer,
  text: Type.String,
  list: () => Type.Array(Type.Number()),
}

/** The signals of a board under their names; null is what the message did not say. */
export type Reported<Signals extends readonly Signal[]> = {
  [S in Signals[number] as S['name']]: Kinds[S['kind']] | null
}

export function reported<Signals extends readonly Signal[]>(signals: Signals) {
  return Type.Unsafe<Reported<Signals>>(
    Type.Object(Object.fromEntries(signals.map(({ name, kind }) => [name, nullable(kinds[kind]())]))),
  )
}

/** Values as the intake stored them are of their signals' kinds: it lets nothing else in. */
export const isReported = <Signals extends readonly Signal[]>(
  signals: Signals,
  values: object,
): values is Reported<Signals> => signals.every(({ name }) => Object.hasOwn(values, name))
