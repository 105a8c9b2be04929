interface Waiting {
  readonly topic: string
  readonly payload: Buffer
  readonly onAcknowledged: (() => void) | undefined
}

/**
 * What has been said and not yet been acknowledged, in order. A real device keeps it over a broken connection and says
 * it again with the same words, so that nothing is lost and nothing counts twice.
 */
export class Outbox {
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1

  get size(): number {
    return this.waiting.size
  }

  add(message: Waiting): number {
    const id = this.freeId()
    this.waiting.set(id, message)
    return id
  }

  acknowledge(id: number): void {
    const message = this.waiting.get(id)
    this.waiting.delete(id)
    message?.onAcknowledged?.()
  }

  entries(): Iterable<readonly [id: number, message: Waiting]> {
    return this.waiting
  }

  clear(): void {
    this.waiting.clear()
  }

  /** Also for packets that are never kept, so that no two share an id. */
  freeId(): number {
    do this.nextId = this.nextId >= 65_535 ? 1 : this.nextId + 1
    while (this.waiting.has(this.nextId))
    return this.nextId
  }
}
