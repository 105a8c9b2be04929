import { afterEach, expect, test, vi } from 'vitest'
import { Wheel } from '../wheel.ts'
import { DeviceLink } from './device-link.ts'
import { type TestBroker, startTestBroker } from './testing.ts'

const brokers: TestBroker[] = []
afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()))
})

async function start(secret?: string): Promise<TestBroker> {
  const broker = await startTestBroker(secret)
  brokers.push(broker)
  return broker
}

const hostOf = ({ url }: TestBroker): string => new URL(url).host

/** A link whose time goes on while something is waited for. */
async function connect(broker: TestBroker) {
  const wheel = new Wheel(0)
  let returned = 0
  const link = new DeviceLink(
    { url: broker.url, code: 'A1', secret: 'secret', wheel, reconnects: true },
    { onReturned: () => (returned += 1) },
  )
  const waitFor = (isThere: () => void) =>
    vi.waitFor(
      () => {
        wheel.turnTo(wheel.now() + 500)
        isThere()
      },
      { timeout: 10_000, interval: 5 },
    )
  link.connect()
  await waitFor(() => expect(link.isOnline).toBe(true))
  return { link, waitFor, returned: () => returned }
}

test('a device that is led to another platform signs in there, and stays there', async () => {
  const [here, there] = [await start(), await start()]
  const { link, waitFor, returned } = await connect(here)
  link.moveTo(hostOf(there))
  await waitFor(() => expect(there.connections()).toBe(1))
  expect(here.connections()).toBe(0)
  there.cutAll()
  await waitFor(() => expect(there.connections()).toBe(1))
  expect(returned()).toBe(0)
  link.disconnect()
})

test('where it is not let in it comes back', async () => {
  const [here, stranger] = [await start(), await start('another secret')]
  const { link, waitFor, returned } = await connect(here)
  link.moveTo(hostOf(stranger))
  await waitFor(() => expect(returned()).toBe(1))
  await waitFor(() => expect(here.connections()).toBe(1))
  link.disconnect()
})
