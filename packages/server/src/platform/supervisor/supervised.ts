/** What a process does that the supervisor starts: om, report. */
export type Capability = { stop: () => Promise<void> }

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
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    starting
      .then((capability) => capability.stop())
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
