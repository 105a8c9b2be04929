// Debian's packages, where we may install them.
import { spawnSync } from 'node:child_process'

export function canUseApt() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}

export function apt(packages, environment = {}) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}
