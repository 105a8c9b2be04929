import type { Server } from 'node:net'

export function listenOn(server: Server, port: number, address?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: address, backlog: 4096 }, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve()
    })
  })
}
