import { Check } from 'typebox/value'
import { Member } from './crowd.ts'
import { quantile } from './figures.ts'
import { alarmTemplates, telemetryTemplates } from './messages.ts'
import type { Connected, Order, Sent } from './orders.ts'
import { protocol } from './orders.ts'
import type { Template } from './packets.ts'

// The process of the devices: many connections that cost little. It is told what to do by the bench.

type Send = Extract<Order, { kind: 'send' }>

const admittedWithinMs = 60_000
const acknowledgedWithinMs = 60_000
/** One message about alarms in so many reports a fault; the next of the same device says that it is gone. */
const faultEvery = 11

let members: Member[] = []
let onAcknowledged: (member: Member, dueAt: number) => void = () => undefined
let isLeaving = false

async function connect({
  port,
  first,
  devices,
  atOnce,
}: Extract<Order, { kind: 'connect' }>): Promise<Connected> {
  const startedAt = performance.now()
  const took: number[] = []
  let asked = 0
  let refused = 0
  let isOver = false
  await new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    const timer = setTimeout(end, admittedWithinMs)
    const answered = () => {
      if (isOver) return
      if (asked < devices) dial()
      else if (took.length + refused === devices) {
        clearTimeout(timer)
        end()
      }
    }
    const dial = () => {
      const number = first + asked++
      const askedAt = performance.now()
      const member = new Member(
        number,
        { port, host: `127.0.0.${2 + (number % 8)}` },
        {
          onAdmitted: () => {
            took.push(performance.now() - askedAt)
            members.push(member)
            answered()
          },
          onClosed: () => {
            if (isLeaving) return
            refused++
            answered()
          },
          onAcknowledged: (one, dueAt) => onAcknowledged(one, dueAt),
        },
      )
    }
    for (let i = 0; i < Math.min(atOnce, devices); i++) dial()
  })
  const seconds = (performance.now() - startedAt) / 1_000
  await until(() => members.every(({ isListening }) => isListening), admittedWithinMs)
  return { devices: took.length, refused, seconds, p99Ms: took.length ? quantile(took, 0.99) : 0 }
}

/** Which message comes next: telemetry, and at times one about alarms, of which some report a fault. */
class Story {
  readonly sent = { telemetry: 0, alarms: 0 }
  private readonly telemetry: readonly Template[]
  private readonly alarmEvery: number
  private count = 0

  constructor({ mix, alarmEvery }: Send) {
    this.telemetry = telemetryTemplates(mix)
    this.alarmEvery = alarmEvery
  }

  next(): Template | undefined {
    const at = this.count++
    if (this.alarmEvery > 0 && at % this.alarmEvery === this.alarmEvery - 1) {
      const isFault = this.sent.alarms++ % faultEvery === 0
      return alarmTemplates[isFault ? 1 : 0]
    }
    this.sent.telemetry++
    return this.telemetry[at % this.telemetry.length]
  }
}

async function send(order: Send): Promise<Sent> {
  const story = new Story(order)
  const startedAt = performance.now()
  const endsAt = startedAt + order.seconds * 1_000
  const waits: number[] = []
  let inTime = 0
  let lastAt = startedAt
  const note = (dueAt: number) => {
    lastAt = performance.now()
    waits.push(lastAt - dueAt)
    if (lastAt <= endsAt) inTime++
  }
  const skipped = order.rate
    ? await openLoop(story, { ...order, startedAt, endsAt, note })
    : await pipelined(story, { ...order, endsAt, note })
  await until(() => members.every(({ held }) => held === 0), acknowledgedWithinMs)
  return {
    ...story.sent,
    acknowledged: waits.length,
    skipped,
    seconds: (lastAt - startedAt) / 1_000,
    rate: inTime / order.seconds,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    maxMs: quantile(waits, 1),
  }
}

interface Run extends Send {
  endsAt: number
  note: (dueAt: number) => void
}

/** The devices in turn, each when it is due, however long the platform takes; answers how many could not be sent. */
function openLoop(
  story: Story,
  { rate = 1, startedAt, endsAt, note }: Run & { startedAt: number },
): Promise<number> {
  let due = 0
  let skipped = 0
  onAcknowledged = (_, dueAt) => note(dueAt)
  return new Promise((resolve) => {
    const step = () => {
      const now = Math.min(performance.now(), endsAt)
      const all = Math.floor(((now - startedAt) / 1_000) * rate)
      for (; due < all; due++) {
        const member = members[due % members.length]
        if (!member || member.isFull) skipped++
        else {
          const template = story.next()
          if (template) member.send([template], startedAt + (due / rate) * 1_000)
        }
      }
      if (now >= endsAt) resolve(skipped)
      else setTimeout(step, 2)
    }
    step()
  })
}

/** Some devices, each with a window of messages on their way, filled again when half of it is acknowledged. */
function pipelined(story: Story, { devices = 1, window = 1, endsAt, note }: Run): Promise<number> {
  const speakers = members.slice(0, devices)
  const refill = Math.max(1, window >> 1)
  const say = (member: Member, messages: number) => {
    const templates = Array.from({ length: messages }, () => story.next()).filter(
      (each) => each !== undefined,
    )
    member.send(templates, performance.now())
  }
  onAcknowledged = (member, dueAt) => {
    note(dueAt)
    if (window - member.held >= refill && performance.now() < endsAt) say(member, window - member.held)
  }
  for (const member of speakers) say(member, window)
  return new Promise((resolve) => setTimeout(() => resolve(0), endsAt - performance.now()))
}

async function disconnect(): Promise<{ done: true }> {
  isLeaving = true
  for (const member of members) member.leave()
  members = []
  await new Promise((resolve) => setTimeout(resolve, 500))
  isLeaving = false
  return { done: true }
}

/** Polls, because what it waits for is told by thousands of connections. */
function until(isSo: () => boolean, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  return new Promise((resolve) => {
    const look = () => (isSo() || performance.now() > deadline ? resolve() : void setTimeout(look, 10))
    look()
  })
}

function obey(order: Order): Promise<Connected | Sent | { done: true }> {
  if (order.kind === 'connect') return connect(order)
  return order.kind === 'send' ? send(order) : disconnect()
}

process.on('message', (message: unknown) => {
  if (!Check(protocol.Order, message)) return
  obey(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
