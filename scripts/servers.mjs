// Finds the servers that the tests of larger installations start on loopback, or brings them to the machine.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apt, canUseApt } from './apt.mjs'

const isIn = (...paths) => paths.some((path) => existsSync(path))
const postgresHome = '/usr/lib/postgresql'

/** Debian's packages, and how to see that they are there. */
const servers = {
  postgresql: () =>
    existsSync(postgresHome) &&
    readdirSync(postgresHome).some((version) => existsSync(join(postgresHome, version, 'bin', 'initdb'))),
  'redis-server': () => isIn('/usr/bin/redis-server', '/usr/local/bin/redis-server'),
  mosquitto: () => isIn('/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'),
}

/** Installs what is missing where that is possible, and says what will not run where it is not. */
export function ensureServers() {
  const missing = () => Object.keys(servers).filter((name) => !servers[name]())
  if (missing().length > 0 && canUseApt()) {
    console.log(`Fetching ${missing().join(', ')} for the tests of larger installations (once)`)
    // No service of the system starts: the tests start their own.
    apt(missing(), { RUNLEVEL: '1' })
  }
  for (const name of missing()) console.log(`not run: no ${name}`)
}
