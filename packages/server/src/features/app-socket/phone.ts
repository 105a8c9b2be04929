import { randomUUID } from 'node:crypto'
import {
  type AppSocketClosing,
  FromPhone,
  type ToPhone,
  appSocketClosings,
  appSocketLimits,
} from '@wattkeeper/contracts/api/app-socket'
import { commands } from '@wattkeeper/contracts/api/commands'
import { live } from '@wattkeeper/contracts/api/dashboard'
import type { Language } from '@wattkeeper/contracts/kit'
import { Check } from 'typebox/value'
import type { Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { type Standing, standingOf } from '../../platform/access/standing.ts'
import type { Ask, Socket } from '../../platform/http/sockets.ts'
import { authenticate } from '../session/index.ts'
import * as queries from './queries.ts'
import { Sight } from './sight.ts'

export interface PhoneMeans {
  readonly services: Services
  readonly ask: Ask
  readonly heartbeatMs: number
  readonly onError: (error: unknown) => void
}

type Of<T extends FromPhone['type']> = Extract<FromPhone, { type: T }>

const TRUST_MS = 5_000
const RATE_MS = 10_000
const MISSED_BEATS = 3
/** A phone that takes less than it is sent would fill the memory. */
const MOST_BUFFERED = 1024 * 1024

/** Somebody who has signed in on a phone. */
interface User {
  readonly token: string
  readonly language: Language
  readonly caller: Caller
  readonly standing: Standing
  readonly sight: Sight
}

/** One phone: its messages are handled one after the other, in the order in which they came. */
export class Phone {
  private readonly id = randomUUID()
  private readonly socket: Socket
  private readonly means: PhoneMeans
  private readonly openedAt: string
  private readonly stops: (() => void)[] = []
  private user: User | undefined
  private deviceIds: readonly number[] = []
  private heardAt: number
  private pongedAt: number | undefined
  private roundTripMs: number | undefined
  private pingedAt = 0
  private missed = 0
  private budget = { from: -Infinity, left: 0 }
  private work: Promise<void> = Promise.resolve()
  private isOver = false

  constructor(socket: Socket, means: PhoneMeans) {
    this.socket = socket
    this.means = means
    this.heardAt = this.now()
    this.openedAt = iso(this.heardAt)
    const patience = setTimeout(() => this.close('notSignedIn'), appSocketLimits.signInMs)
    const beat = setInterval(() => this.beat(), means.heartbeatMs)
    this.stops.push(
      () => clearTimeout(patience),
      () => clearInterval(beat),
    )
    socket.onMessage((text) => this.receive(text, patience))
    socket.onPong(() => this.ponged())
    socket.onClose(() => this.end())
  }

  private now(): number {
    return this.means.services.clock.now()
  }

  private receive(text: string, patience: NodeJS.Timeout): void {
    if (this.isOver) return
    this.missed = 0
    this.heardAt = this.now()
    if (!this.mayGoOn()) return this.close('tooManyMessages')
    const message = read(text)
    if (!message) return this.close('malformed')
    if ((message.type === 'signIn') === (this.user !== undefined)) return this.close('notSignedIn')
    clearTimeout(patience)
    this.work = this.work.then(() => this.handle(message)).catch(this.means.onError)
  }

  private mayGoOn(): boolean {
    const at = performance.now()
    if (at - this.budget.from > RATE_MS) this.budget = { from: at, left: appSocketLimits.messages }
    this.budget.left -= 1
    return this.budget.left >= 0
  }

  private async handle(message: FromPhone): Promise<void> {
    if (this.isOver) return
    if (message.type === 'signIn') return this.signIn(message)
    if (!this.user) return this.close('notSignedIn')
    if (message.type === 'heartbeat') return this.send({ type: 'heartbeat' })
    if (!(await this.user.standing.holds(TRUST_MS))) return this.close('accessChanged')
    if (message.type === 'control') return this.control(message, this.user)
    this.deviceIds = await this.user.sight.watch(message.equipIds)
    this.send({ type: 'watching', equipIds: [...this.deviceIds] })
    return this.save()
  }

  private async signIn({ token, language = 'zh' }: Of<'signIn'>): Promise<void> {
    const { services, onError, heartbeatMs } = this.means
    const look = (prolongs: boolean) =>
      authenticate(services, { token, address: this.socket.address, prolongs }, live.events).catch(
        () => undefined,
      )
    const caller = await look(true)
    if (!caller) return this.close('notSignedIn')
    const { system } = services.database
    const since = iso(this.now() - MISSED_BEATS * appSocketLimits.heartbeatMs)
    const others = await queries.countSockets(system, caller.userId, since)
    if (others >= appSocketLimits.sockets) return this.close('tooManySockets')
    // It may have gone while it was looked at.
    if (this.isOver) return
    const standing = standingOf(caller, { refresh: () => look(false), now: () => this.now() })
    const send = (message: ToPhone) => void this.sendIfStanding(message)
    const sight = new Sight({ services, caller, language, send, onError })
    this.user = { token, language, caller, standing, sight }
    const deaf = services.bus.hear('accessChanged', ({ userIds }) => {
      if (userIds === null || userIds.includes(caller.userId)) void this.endUnlessStanding(0)
    })
    this.stops.push(() => sight.stop(), deaf)
    this.send({ type: 'signedIn', userName: caller.userName, heartbeatMs })
    await this.save()
    this.beat()
  }

  /** By the same door as the browser's: what is refused there is refused here, in the same words. */
  private async control({ id, type: _, ...input }: Of<'control'>, user: User): Promise<void> {
    const { token, language } = user
    const { address } = this.socket
    const answer = await this.means.ask(commands.control, input, {
      token,
      language,
      address,
      key: `app ${id}`,
    })
    const { code, message, data } = answer
    if (code !== 200 || !hasCommandId(data)) {
      const nothing = { commandId: null, state: null, result: null, reason: null }
      return this.send({ type: 'control', id, code, message, ...nothing })
    }
    await this.follow(id, data.commandId, user)
  }

  /** Tells how a command gets on until it has ended; the phone may send other things meanwhile. */
  private async follow(id: string, commandId: number, { caller }: User): Promise<void> {
    const { services, onError } = this.means
    let said = ''
    let turn: Promise<void> = Promise.resolve()
    const tell = async () => {
      const found = await services.database.scoped(caller.scope, (db) =>
        queries.commandOutcome(db, commandId),
      )
      const text = JSON.stringify(found)
      if (!found || text === said) return
      said = text
      await this.sendIfStanding({ type: 'control', id, commandId, code: 200, ...found })
      if (found.state === 'done') deaf()
    }
    const look = () => (turn = turn.then(tell).catch(onError))
    const deaf = services.bus.hear('commandsChanged', ({ commandIds }) => {
      if (commandIds.includes(commandId)) void look()
    })
    this.stops.push(deaf)
    await look()
  }

  private beat(): void {
    if (this.missed >= MISSED_BEATS || this.socket.bufferedBytes > MOST_BUFFERED) return this.cut()
    this.missed += 1
    this.pingedAt = performance.now()
    this.socket.ping()
    if (!this.user) return
    void this.endUnlessStanding(TRUST_MS)
    void this.save()
  }

  private ponged(): void {
    this.missed = 0
    this.pongedAt = this.now()
    this.roundTripMs = Math.round(performance.now() - this.pingedAt)
    if (this.user) void this.save()
  }

  private async endUnlessStanding(trustMs: number): Promise<void> {
    if (this.user && !(await this.user.standing.holds(trustMs))) this.close('accessChanged')
  }

  private async sendIfStanding(message: ToPhone): Promise<void> {
    if (await this.user?.standing.holds(TRUST_MS)) this.send(message)
    else this.close('accessChanged')
  }

  private send(message: ToPhone): void {
    if (!this.isOver) this.socket.send(JSON.stringify(message))
  }

  /** What link monitoring shows of this phone. */
  private async save(): Promise<void> {
    const { user, id, openedAt, deviceIds, heardAt, pongedAt, roundTripMs = null } = this
    if (!user || this.isOver) return
    await queries
      .saveSocket(this.means.services.database.system, {
        ...{ id, openedAt, deviceIds, roundTripMs, userId: user.caller.userId, heardAt: iso(heardAt) },
        ...{ pongedAt: pongedAt === undefined ? null : iso(pongedAt), seenAt: iso(this.now()) },
      })
      .catch(this.means.onError)
    if (this.isOverNow()) this.forget()
  }

  private isOverNow(): boolean {
    return this.isOver
  }

  private forget(): void {
    queries.deleteSocket(this.means.services.database.system, this.id).catch(this.means.onError)
  }

  private close(why: AppSocketClosing): void {
    this.socket.close(appSocketClosings[why], why)
    this.end()
  }

  private cut(): void {
    this.socket.close(appSocketClosings.silent, 'silent')
    this.socket.cut()
    this.end()
  }

  private end(): void {
    if (this.isOver) return
    this.isOver = true
    for (const stop of this.stops) stop()
    if (this.user) this.forget()
  }
}

function read(text: string): FromPhone | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return Check(FromPhone, message) && !text.includes('\\u0000') ? message : undefined
  } catch {
    return undefined
  }
}

const hasCommandId = (data: unknown): data is { commandId: number } =>
  typeof data === 'object' && data !== null && 'commandId' in data && typeof data.commandId === 'number'

const iso = (ms: number) => new Date(ms).toISOString()
