/** All boards, or one of them. */
export type Target = string

interface Doing {
  /** Asks the device's online status, which keeps its fast reports alive. */
  readonly ask: () => void
  /** Resets a setting to 0. */
  readonly turnOff: (target: Target) => void
}

export const pollEveryMs = 60_000

/**
 * What the open dialog owes the device: turning a setting on starts asking for the online status every 60 s; turning
 * the last one off stops it; closing stops it and resets what was turned on here to 0.
 */
export class UploadSession {
  private readonly doing: Doing
  private readonly on = new Set<Target>()
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(doing: Doing) {
    this.doing = doing
  }

  get isPolling(): boolean {
    return this.timer !== undefined
  }

  /** A setting was accepted by the platform. `isAll`: the one that holds for every board ends the others. */
  turned(
    target: Target,
    { value, isAll = false }: { readonly value: 0 | 1; readonly isAll?: boolean },
  ): void {
    if (value === 1) {
      this.on.add(target)
      this.timer ??= setInterval(() => this.doing.ask(), pollEveryMs)
      return
    }
    if (isAll) this.on.clear()
    else this.on.delete(target)
    if (this.on.size === 0) this.stop()
  }

  close(): void {
    this.stop()
    const open = [...this.on]
    this.on.clear()
    for (const target of open) this.doing.turnOff(target)
  }

  private stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}
