import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'

/** A small store that speaks S3, in a process and a folder of its own. */
export interface TestS3 {
  readonly url: string
  stop(): Promise<void>
}

/** The package names a program that it does not carry. */
const program = `
  const Server = require('@20minutes/s3rver')
  new Server(JSON.parse(process.argv[1])).run().then(() => process.stdout.write('ready'))`
/** The one key that it knows. */
const key = 'S3RVER'

export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'wk-s3-'))
  const port = await freePort()
  const configureBuckets = [{ name: 'fleet' }]
  // It signs the address of a bucket without its last slash, with which the library asks; unknown keys it still refuses.
  const traits = { silent: true, allowMismatchedSignatures: true }
  const options = { directory, address: '127.0.0.1', port, configureBuckets, ...traits }
  const server = spawn(process.execPath, ['-e', program, JSON.stringify(options)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  return {
    url: `http://${key}:${key}@127.0.0.1:${port}/fleet`,
    async stop() {
      server.kill('SIGKILL')
      await once(server, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
