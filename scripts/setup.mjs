// What the commands of package.json need before they can work. Runs on the machine's own Node (20 or newer) and on
// nothing else; afterwards everything runs on the Node 24 that the packages bring.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
export const node24 = join(bin, 'node')

/** The environment in which `node`, `vitest` and the rest are those of the packages. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }

export class SetupError extends Error {}

/** Installs the packages of the lock file unless exactly those are there. */
export function ensurePackages() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new SetupError(`Wattkeeper needs Node 20 or newer; this is ${process.version}.`)
  if (packagesMatchLock()) return
  console.log('Installing packages (a minute or so, once)')
  npm(['ci', '--loglevel=error'], 'The packages could not be installed; npm says why above.')
}

/** Builds the console unless its sources are those that it was built from. */
export function ensureConsole() {
  const stamp = join(root, 'packages', 'console', 'dist', '.built-from')
  const sources = hashOf(
    ['packages/console', 'packages/contracts', 'package-lock.json'].map((path) => join(root, path)),
  )
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the console')
  npm(
    ['run', 'build', '--silent', '-w', 'packages/console', '--', '--logLevel=warn'],
    'The console could not be built; the reason is above.',
  )
  writeFileSync(stamp, sources)
}

/** npm notes what it installed at the very end of its work; a broken installation has no such note. */
function packagesMatchLock() {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note) || !existsSync(node24)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link || !path.includes('node_modules/')) return true
    // Optional packages are for other kinds of machines, or could not be had.
    return installed[path] ? installed[path].version === entry.version : Boolean(entry.optional)
  })
}

function npm(args, complaint) {
  // npm names itself when it runs this script; started without npm, the one on the path will do.
  const self = process.env.npm_execpath
  const [command, first] = self?.endsWith('.js') ? [process.execPath, [self]] : ['npm', []]
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new SetupError(complaint)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name))
      }
    } else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

/** Runs a command in the foreground, hands it the signals that reach this process, and answers its exit code. */
export function foreground(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? `killed by ${signal}`))
  })
}

/** Runs a script of ours: what it throws for the user is one sentence and exit 1. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exitCode = 1
  }
}
