import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { identityOf, isRunning, parseIdentity } from './identity.ts'
import { nextPause } from './pauses.ts'

export type ChildOptions = {
  name: string
  /** A TypeScript file, and what follows it on the command line. */
  command: string[]
  environment: Record<string, string | undefined>
  /** Where the numbers of running children are noted, so that the next start finds what a crash left. */
  runFolder: string
  /** It says "ready"; one that ends before its first "ready" is not started again. */
  saysReady: boolean
  onLine: (line: string) => void
  /** A sentence for the terminal: it died, it comes back. */
  onNotice: (sentence: string) => void
}

export type Child = {
  /** Resolves at the first "ready"; rejects when a process that should say so ends before. */
  ready: Promise<void>
  /** SIGTERM, and SIGKILL when that has not ended it in time. */
  stop: (patienceMs: number) => Promise<void>
}

/** Keeps a process running: one that dies is started again, after a pause that grows while it keeps dying. */
export function superviseChild(options: ChildOptions): Child {
  const { name, onNotice } = options
  const state = { stopping: false, wasReady: false }
  let pauseMs: number | undefined
  let current: ChildProcess
  let again: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined)

  const launch = () => {
    const startedAt = Date.now()
    current = spawnNoted(options)
    current.on('message', (message) => {
      if (!isReady(message)) return
      state.wasReady = true
      first.resolve(undefined)
    })
    onceGone(current, (how) => {
      rmSync(noteOf(options.runFolder, name), { force: true })
      if (state.stopping) return
      if (!state.wasReady && options.saysReady)
        return first.reject(new Error(`${name} did not start (${how}).`))
      const wasKilled = current.signalCode !== null
      pauseMs = nextPause(pauseMs, { livedMs: Date.now() - startedAt, wasKilled })
      onNotice(`${name} ended (${how}); starting it again in ${pauseMs / 1000} s`)
      again = setTimeout(launch, pauseMs)
    })
  }
  launch()
  return {
    ready: first.promise,
    stop: (patienceMs) => {
      state.stopping = true
      clearTimeout(again)
      return end(current, patienceMs)
    },
  }
}

/** Ends what a supervisor that was killed left behind; answers whether there was anything. */
export function killLeftovers(runFolder: string): boolean {
  mkdirSync(runFolder, { recursive: true })
  const notes = readdirSync(runFolder).map((file) => join(runFolder, file))
  for (const note of notes) {
    const leftover = parseIdentity(readFileSync(note, 'utf8'))
    if (leftover && isRunning(leftover)) process.kill(leftover.pid, 'SIGKILL')
    rmSync(note)
  }
  return notes.length > 0
}

function spawnNoted({ name, command, environment, runFolder, onLine }: ChildOptions): ChildProcess {
  const child = spawn(process.execPath, command, {
    env: environment,
    // Its own session: Ctrl-C in the terminal reaches the supervisor alone, which stops things in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine)
  }
  if (child.pid !== undefined) writeFileSync(noteOf(runFolder, name), JSON.stringify(identityOf(child.pid)))
  return child
}

function noteOf(runFolder: string, name: string): string {
  return join(runFolder, `${name}.json`)
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
}

function onceGone(child: ChildProcess, report: (how: string) => void): void {
  child.once('error', (error) => report(error.message))
  // After 'close' its last lines have been read, too.
  child.once('close', (code, signal) => report(signal ?? `exit ${code}`))
}

function end(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
    // A stopped process hears nothing until it goes on.
    child.kill('SIGCONT')
  })
}
