/** What a process does that the supervisor starts: om, report. */
export type Capability = {
  stop: () => Promise<void>
  /** How long it goes on serving once it has been told to stop. */
  drainMs?: number
}

const stopWithinMs = 8_000

/**
 * Runs a capability as a process: says "ready" to the supervisor once it has started, and stops it on SIGTERM,
 * SIGINT, or when the supervisor is gone, kill -9 included.
 */
export async function runSupervised(start: () => Promise<Capability>): Promise<void> {
  let stopping = false
  const starting = start()
  const stop = () => {
    if (stopping) return
    stopping = true
    // Whatever hangs must not outlive the supervisor.
    const endWithin = (ms: number) => setTimeout(() => process.exit(1), ms).unref()
    const late = endWithin(stopWithinMs)
    starting
      .then((capability) => {
        clearTimeout(late)
        endWithin(stopWithinMs + (capability.drainMs ?? 0))
        return capability.stop()
      })
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  try {
    await starting
    process.send?.({ type: 'ready' })
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`, () => process.exit(1))
}
