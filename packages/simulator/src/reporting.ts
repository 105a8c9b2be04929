import { isBoard } from '@wattkeeper/contracts/link'
import type { Board } from '@wattkeeper/contracts/link'

export const fastMs = 10_000
export const slowMs = 60_000

/**
 * When each board speaks: every 10 s while its upload switch is on, every 60 s otherwise. Each device keeps to its own
 * second of the minute, so that a fleet that connected together does not speak together for ever.
 */
export class Reporting {
  private readonly isFast = new Map<Board, boolean>()
  private readonly dueAt = new Map<Board, number>()

  private readonly phase: number

  constructor(boards: readonly Board[], { isFast, phase }: { isFast: boolean; phase: number }) {
    this.phase = phase
    for (const board of boards) this.isFast.set(board, isFast)
  }

  /** Without a board: all of them. Answers why not. */
  switch(isOn: boolean, board?: string): string | undefined {
    if (board === undefined) {
      for (const each of this.isFast.keys()) this.set(each, isOn)
      return undefined
    }
    if (!isBoard(board) || !this.isFast.has(board)) return `this device has no board ${board}`
    this.set(board, isOn)
    return undefined
  }

  /** Takes the boards that are due; each is due again one period later. */
  take(now: number): ReadonlySet<Board> {
    const due = new Set<Board>()
    for (const [board, isFast] of this.isFast) {
      // Half a tick of tolerance: a tick that comes a little early still counts.
      if ((this.dueAt.get(board) ?? 0) > now + fastMs / 2) continue
      due.add(board)
      this.dueAt.set(board, this.nextAfter(now, isFast ? fastMs : slowMs))
    }
    return due
  }

  everythingIsDue(): void {
    this.dueAt.clear()
  }

  private nextAfter(now: number, periodMs: number): number {
    const offsetMs = this.phase * periodMs
    // What is less than half a tick away has just been said.
    return Math.ceil((now + fastMs / 2 + 1 - offsetMs) / periodMs) * periodMs + offsetMs
  }

  private set(board: Board, isFast: boolean): void {
    this.isFast.set(board, isFast)
    this.dueAt.delete(board)
  }
}
