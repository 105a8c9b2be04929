import type { live } from '@wattkeeper/contracts/api/dashboard'
import type { Handlers, Services } from '../../context.ts'
import { Hub } from './hub.ts'

/** One a server: streams of the same scope share what is read. */
const hubs = new WeakMap<Services, Hub>()

/** News older than this go out only to a caller who has been looked at again. */
const trustMs = 5_000
const idleCheckMs = 15_000

export const handlers: Handlers<typeof live> = {
  async *events(_, { caller, services, standing, signal, log }) {
    if (signal.aborted) return
    const hub =
      hubs.get(services) ?? new Hub(services, (error) => log.warn(error, 'live changes could not be read'))
    hubs.set(services, hub)
    const member = hub.join(caller)
    const now = () => services.clock.now()
    const end = () => member.end()
    signal.addEventListener('abort', end)
    // whoever may see something else from now on comes again, and is told everything anew
    const deaf = services.bus.hear('accessChanged', ({ userIds }) => {
      if (userIds === null || userIds.includes(caller.userId)) end()
    })
    const unheard = services.bus.hear('notified', ({ userIds }) => {
      if (userIds.includes(caller.userId)) member.notified()
    })
    const idle = setInterval(() => void standing.holds(trustMs).then((holds) => holds || end()), idleCheckMs)
    try {
      for await (const event of member.events(now)) {
        if (!(await standing.holds(trustMs))) return
        yield event
      }
    } finally {
      clearInterval(idle)
      deaf()
      unheard()
      signal.removeEventListener('abort', end)
      hub.leave(caller, member)
    }
  },
}
