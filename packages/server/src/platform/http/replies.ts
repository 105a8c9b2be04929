import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { Problem, commonProblems } from '@wattkeeper/contracts/kit'
import type { Standing } from '../access/standing.ts'
import type { FileReply } from './handler.ts'

/** Sends bytes under a name that may hold any letter (RFC 6266). */
export function sendFile(reply: FastifyReply, result: unknown): FastifyReply {
  const { name, type, body } = result as FileReply
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return reply
    .type(type)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('cache-control', 'no-store')
    .send(body)
}

const trustMs = 1_000

/** A file whose bytes stop coming once the caller's rights have changed. */
export function whileStanding(file: FileReply, standing: Standing): FileReply {
  const { body } = file
  return Buffer.isBuffer(body) ? file : { ...file, body: Readable.from(watched(body, standing), bytes) }
}

const bytes = { objectMode: false }

async function* watched(body: Readable, standing: Standing): AsyncGenerator {
  for await (const chunk of body) {
    if (!(await standing.holds(trustMs))) throw new Problem(commonProblems.accessChanged)
    yield chunk
  }
}

const heartbeatMs = 15_000

/**
 * Sends server-sent events until the handler ends or the client goes; a comment every 15 s keeps proxies awake. A client
 * that does not read makes the handler wait.
 */
export function sendStream(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const events = result as AsyncIterable<unknown>
  let resume: () => void = () => undefined
  const out = new Readable({ read: () => resume() })
  const isGone = () => out.destroyed
  const beat = setInterval(() => out.push(': still here\n\n'), heartbeatMs)
  const pump = async () => {
    try {
      for await (const event of events) {
        const hasRoom = out.push(`data: ${JSON.stringify(event)}\n\n`)
        if (isGone()) return
        if (!hasRoom) await new Promise<void>((resolve) => (resume = resolve))
      }
    } catch (error) {
      request.log.error(error, 'a live stream broke')
    } finally {
      clearInterval(beat)
      out.push(null)
    }
  }
  out.once('close', () => {
    clearInterval(beat)
    resume()
  })
  void pump()
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(out)
}
