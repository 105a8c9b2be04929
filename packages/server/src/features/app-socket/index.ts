import type { Services } from '../../context.ts'
import { appSocketLimits } from '@wattkeeper/contracts/api/app-socket'
import type { Ask, Socket } from '../../platform/http/sockets.ts'
import { Phone } from './phone.ts'

export interface AppSocketOptions {
  readonly heartbeatMs?: number
  readonly onError: (error: unknown) => void
}

/** Serves each phone that connects. */
export function phonesOf(services: Services, { heartbeatMs, onError }: AppSocketOptions) {
  return (socket: Socket, ask: Ask): void => {
    new Phone(socket, {
      services,
      ask,
      heartbeatMs: heartbeatMs ?? appSocketLimits.heartbeatMs,
      onError,
    })
  }
}
