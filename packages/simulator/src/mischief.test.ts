import type { Command, CommandReply } from '@wattkeeper/contracts/link'
import { expect, test } from 'vitest'
import { Answers } from './answers.ts'
import type { LinkEvents } from './link/device-link.ts'
import { type CommandTrouble, Mischief } from './mischief.ts'
import { randomOf } from './random.ts'
import { RecordedLine, type Spoken, testStart } from './testing.ts'
import { Wheel } from './wheel.ts'

const id = '5b1d7a0e-6a52-4d0c-9a0e-7a3d5d1c2f10'
const ping: Command = { id, kind: 'ping', expires: testStart + 120_000 }

function meet(trouble: CommandTrouble | undefined) {
  const wheel = new Wheel(testStart)
  const spoken: Spoken[] = []
  const events: LinkEvents = {}
  const line = new RecordedLine({ code: 'A1', wheel, spoken }, events)
  line.connect()
  const sayInfo = () => line.send('info', { ts: wheel.now(), params: { '02121005': 95 } })
  const mischief = new Mischief(trouble, { line, wheel, random: randomOf('one'), sayInfo })
  let acted = 0
  const act = () => {
    acted += 1
    return undefined
  }
  const answers = new Answers(act, (reply) => mischief.say(reply))
  return {
    line,
    async tell(command = ping) {
      if (mischief.lets(command)) await answers.receive(command, wheel.now())
    },
    turn: (ms: number) => wheel.turnTo(wheel.now() + ms),
    acted: () => acted,
    replies: () => spoken.map(({ payload }) => payload as CommandReply),
  }
}

test.each<[CommandTrouble | undefined, number, (0 | 1)[]]>([
  [undefined, 1, [1]],
  ['silent', 0, []],
  ['refuse', 0, [0]],
  ['double', 1, [1, 0]],
])('a device with the trouble %s acts %i times and answers %j', async (trouble, acts, results) => {
  const device = meet(trouble)
  await device.tell()
  expect(device.acted()).toBe(acts)
  expect(device.replies().map(({ result }) => result)).toEqual(results)
})

test('a late device answers after the platform has asked again, and acts once', async () => {
  const device = meet('late')
  await device.tell()
  device.turn(11_000)
  expect(device.replies()).toEqual([])
  await device.tell()
  device.turn(15_000)
  expect(device.replies()).toEqual([
    { id, result: 1 },
    { id, result: 1 },
  ])
  expect(device.acted()).toBe(1)
})

test('a device that lies says yes, and its parameters say no', async () => {
  const device = meet('lie')
  await device.tell({ ...ping, kind: 'param', paramList: [{ id: '02121005', value: 80 }] })
  expect(device.acted()).toBe(0)
  expect(device.replies()).toMatchObject([{ id, result: 1 }, { params: { '02121005': 95 } }])
})

test('a wrong id is nobody’s', async () => {
  const device = meet('wrong-id')
  await device.tell()
  expect(device.replies()).toMatchObject([{ result: 1 }])
  expect(device.replies()[0]?.id).not.toBe(id)
})

test('a device that vanishes has acted, and says so when it is asked again', async () => {
  const device = meet('vanish')
  await device.tell()
  expect(device.line.isOnline).toBe(false)
  expect(device.replies()).toEqual([])
  device.turn(2_000)
  await device.tell()
  expect(device.replies()).toEqual([{ id, result: 1 }])
  expect(device.acted()).toBe(1)
})
