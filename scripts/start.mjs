// `npm start`: sets up what is missing, then hands over to packages/server/src/main.ts and stays as its guardian.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureConsole, ensurePackages, environment, main, node24, root } from './setup.mjs'

const pauseMs = 1000
let stopping = false
let current

function stop() {
  stopping = true
  current?.kill('SIGTERM')
}

/** Resolves with the exit code, or with nothing when it was killed although it worked. */
function run() {
  return new Promise((resolve, reject) => {
    let wasReady = false
    current = spawn(node24, [join(root, 'packages/server/src/main.ts')], {
      cwd: root,
      env: { ...environment, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C reaches this process, which passes it on once.
      detached: true,
    })
    current.on('message', () => (wasReady = true))
    current.once('error', reject)
    current.once('exit', (code, signal) => resolve(signal && wasReady && !stopping ? undefined : (code ?? 1)))
    if (stopping) current.kill('SIGTERM')
  })
}

// Killed with -9, npm cannot pass anything on: this process would otherwise go on with no one to stop it.
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = ancestor(process.ppid)
  // npm starts a script by way of a shell, which outlives it.
  const npm = parent && /^(ba|da|z)?sh$/.test(parent.command) ? parent.parentPid : process.ppid
  setInterval(() => (process.ppid !== 1 && isAlive(npm)) || stop(), 500).unref()
}

function ancestor(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const found = /^\s*(\d+)\s+(.*\/)?(\S+)/.exec(stdout ?? '')
  return found && { parentPid: Number(found[1]), command: found[3] }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

await main(async () => {
  ensurePackages()
  ensureConsole()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  watchNpm()
  for (;;) {
    const code = await run()
    if (code !== undefined) return code
    console.log('Wattkeeper was killed; starting it again')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
})
