import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Registry } from 'prom-client'

export interface Probed {
  /** What keeps the process from working; empty when nothing does. */
  troubles: () => Promise<string[]>
  registry: Registry
  /** Not given: the usual one, or any that is free. */
  port?: number | undefined
}

/** Prometheus' usual port of a program that tells of itself. */
const usualPort = 9464

/** /healthz, /readyz and /metrics of a process that serves no people, for its own machine only. */
export async function serveProbes({ troubles, registry, port }: Probed): Promise<{
  port: number
  stop: () => Promise<void>
}> {
  const answers: Record<string, () => Promise<[number, string]>> = {
    '/healthz': async () => [200, '{"status":"up"}'],
    '/readyz': async () => {
      const found = await troubles()
      return [
        found.length ? 503 : 200,
        JSON.stringify({ status: found.length ? 'not ready' : 'ready', troubles: found }),
      ]
    },
    '/metrics': async () => [200, await registry.metrics()],
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ([status, body]) => response.writeHead(status).end(body),
      () => response.writeHead(500).end(),
    )
  })
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, '127.0.0.1', resolve)
    })
  await listen(port ?? usualPort).catch((error: unknown) => {
    if (port !== undefined) throw error
    return listen(0)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Where the processes of one data folder find each other's probes. */
export function probeNote(dataDir: string): { write: (port: number) => void; read: () => string } {
  const file = join(dataDir, 'run', 'report-probes')
  return {
    write: (port) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `http://127.0.0.1:${port}`)
    },
    read: () => readFileSync(file, 'utf8'),
  }
}
