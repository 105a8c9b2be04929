import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import type { Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Connected, Order, Sent } from './orders.ts'
import { protocol } from './orders.ts'

/** The devices, in a process of their own. */
export interface Devices {
  readonly pid: number
  connect(order: Omit<Extract<Order, { kind: 'connect' }>, 'kind'>): Promise<Connected>
  send(order: Omit<Extract<Order, { kind: 'send' }>, 'kind'>): Promise<Sent>
  disconnect(): Promise<void>
  stop(): void
}

export function startDevices(): Devices {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), [], {
    execArgv: [],
    detached: true,
  })
  const ask = <S extends TSchema>(order: Order, schema: S) =>
    new Promise<Static<S>>((resolve, reject) => {
      const gone = () => reject(new Error('the process of the devices ended'))
      child.once('exit', gone)
      child.once('message', (message: unknown) => {
        child.off('exit', gone)
        if (Check(schema, message)) resolve(message)
        else reject(new Error(Check(protocol.Failed, message) ? message.error : 'the devices gave no answer'))
      })
      child.send(order)
    })
  return {
    pid: child.pid ?? 0,
    connect: (order) => ask({ kind: 'connect', ...order }, protocol.Connected),
    send: (order) => ask({ kind: 'send', ...order }, protocol.Sent),
    disconnect: async () => {
      await ask({ kind: 'disconnect' }, protocol.Done)
    },
    stop: () => void child.kill(),
  }
}
