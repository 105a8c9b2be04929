import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface Probed {
  /** What keeps the process from working; empty when nothing does. */
  troubles: () => Promise<string[]>
  registry: Registry
  port: number
}

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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
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
