import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type NeededPort = { variable: string; port: number }

/**
 * Refuses to start beside another program, in a sentence. `patienceMs`: how long the processes of a run that was
 * killed a moment ago may take to let go.
 */
export async function requirePorts(needed: NeededPort[], patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (const { variable, port } of needed) {
    for (;;) {
      const problem = await tryPort(port)
      if (!problem) break
      if (problem === 'EADDRINUSE' && Date.now() < deadline) {
        await wait(50)
        continue
      }
      throw new Error(sentence(variable, port, problem))
    }
  }
}

function sentence(variable: string, port: number, problem: string): string {
  if (problem === 'EADDRINUSE') {
    return `Port ${port} is taken by another program; stop it, or set ${variable} to a free port.`
  }
  if (problem === 'EACCES') {
    return `Port ${port} may not be opened by this user; set ${variable} to a port above 1023.`
  }
  return `Port ${port} cannot be opened (${problem}); set ${variable} to another port.`
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen(port, () => server.close(() => resolve(undefined)))
  })
}
