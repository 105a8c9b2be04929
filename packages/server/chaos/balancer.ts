import { once } from 'node:events'
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One address before several om, as somebody's load balancer. */
export interface Balancer {
  readonly port: number
  /** Resolves once this node is among those that are asked. */
  asks(port: number): Promise<void>
  stop(): void
}

const PROBE_MS = 1_000
const PROBE_PATIENCE_MS = 3_000

/**
 * Asks each node's /readyz once a second and sends whoever comes to one that said 200, in turn. It never asks twice: what
 * a node fails to answer has failed.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const probe = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(PROBE_PATIENCE_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
  }
  const server = createServer((incoming, answer) => {
    const nodes = ports.filter((port) => ready.has(port))
    const port = nodes[turn++ % nodes.length]
    if (port === undefined) answer.writeHead(503).end('no node is ready')
    else pass(incoming, answer, { port, agent })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await Promise.all(ports.map(probe))
  const timers = ports.map((port) => setInterval(() => void probe(port), PROBE_MS))
  return {
    port: (server.address() as AddressInfo).port,
    async asks(port) {
      while (!ready.has(port)) await new Promise((resolve) => setTimeout(resolve, 100))
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { port, agent }: { readonly port: number; readonly agent: Agent },
): void {
  const { method, url, headers } = incoming
  const asked = request({ host: '127.0.0.1', port, agent, method, path: url, headers })
  asked.on('response', (response) => {
    // The connection behind is between the node and this; the one before stays.
    const { connection: _, ...passed } = response.headers
    answer.writeHead(response.statusCode ?? 502, passed)
    response.pipe(answer)
    response.on('error', () => answer.destroy())
    response.on('aborted', () => answer.destroy())
  })
  asked.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end(`node ${port}: ${error.message}`)
  })
  answer.on('close', () => asked.destroy())
  incoming.pipe(asked)
}
