import type { FastifyRequest } from 'fastify'

/** How the caller reached this server, without a slash at the end; empty when the host named is no host. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host) ? `${protocol}://${host}` : ''
}
