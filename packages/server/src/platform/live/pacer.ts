interface Pace {
  /** Rest between the end of one run and the start of the next. */
  readonly restMs: number
  /** Rest at least this many times as long as the run took, so that slow work never fills the time. */
  readonly restShare: number
  readonly onError: (error: unknown) => void
}

const afterFailureMs = 2_000

/**
 * Runs work when it is asked for: at once if it has rested, else as soon as it has. However often it is asked meanwhile,
 * it runs once more, and never twice at a time. Work that fails is asked for again.
 */
export class Pacer {
  private readonly work: () => Promise<void>
  private readonly pace: Pace
  private timer: NodeJS.Timeout | undefined
  private isRunning = false
  private isWanted = false
  private isStopped = false
  private restUntil = 0

  constructor(work: () => Promise<void>, pace: Pace) {
    this.work = work
    this.pace = pace
  }

  ask(): void {
    this.isWanted = true
    if (this.isStopped || this.isRunning || this.timer) return
    this.timer = setTimeout(() => void this.run(), Math.max(0, this.restUntil - performance.now()))
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  private async run(): Promise<void> {
    this.timer = undefined
    this.isWanted = false
    this.isRunning = true
    const began = performance.now()
    let restMs = this.pace.restMs
    try {
      await this.work()
    } catch (error) {
      if (!this.isStopped) this.pace.onError(error)
      this.isWanted = true
      restMs = afterFailureMs
    }
    this.isRunning = false
    const ended = performance.now()
    this.restUntil = ended + Math.max(restMs, (ended - began) * this.pace.restShare)
    if (this.isWanted) this.ask()
  }
}
