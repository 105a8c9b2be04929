import type { FieldError } from '@wattkeeper/contracts/kit'

export type FailureKind = 'refused' | 'network' | 'timeout' | 'cancelled'

/** A request that did not succeed: refused by the server (with its code and sentence) or never answered. */
export class Failure extends Error {
  readonly kind: FailureKind
  /** The envelope's code; 0 when there was no envelope. */
  readonly code: number
  readonly requestId: string | undefined
  readonly errors: readonly FieldError[]

  constructor(message: string, facts: Partial<Pick<Failure, 'kind' | 'code' | 'requestId' | 'errors'>> = {}) {
    super(message)
    this.name = 'Failure'
    this.kind = facts.kind ?? 'refused'
    this.code = facts.code ?? 0
    this.requestId = facts.requestId
    this.errors = facts.errors ?? []
  }
}

export const asFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure(thrown instanceof Error ? thrown.message : String(thrown))
