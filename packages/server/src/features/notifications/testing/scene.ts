import { type NewRule, notifications } from '@wattkeeper/contracts/api/notifications'
import { listOf } from '../../../platform/http/guard.ts'
import { openMail } from '../../../platform/mail/mail.ts'
import { type Manufacturer, type Manufacturers, plantManufacturers } from '../../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../../testing/server.ts'
import { deliver } from '../deliver.ts'
import { gather } from '../gather.ts'
import { type Mailbox, type Receiver, openMailbox, openReceiver } from './receivers.ts'

export const plain: NewRule = {
  ...{ name: '全部', isEnabled: true, kinds: ['alarm', 'offline', 'fleetLost'], inConsole: true },
  ...{ levels: [], organizationIds: [], equipTypeIds: [], regionCodes: [], channelIds: [] },
}
const page = { pageNum: 1, pageSize: 100 }

/** A server with two manufacturers, and the outside world that it writes to. */
export class Scene {
  readonly server: TestServer
  readonly planted: Manufacturers
  readonly mailbox: Mailbox
  receiver: Receiver

  private constructor(parts: Pick<Scene, 'server' | 'planted' | 'mailbox' | 'receiver'>) {
    const { server, planted, mailbox, receiver } = parts
    this.server = server
    this.planted = planted
    this.mailbox = mailbox
    this.receiver = receiver
  }

  static async open(): Promise<Scene> {
    const mailbox = await openMailbox()
    const mail = openMail({ url: mailbox.url, from: 'Wattkeeper <ops@example.com>' })
    const server = await startTestServer({ outward: { mail, webhooks: listOf(['127.0.0.0/8']) } })
    const planted = await plantManufacturers(server)
    return new Scene({ server, planted, mailbox, receiver: await openReceiver() })
  }

  /** Between tests: nothing has happened yet, and it is now. */
  async clear(): Promise<void> {
    const { server, mailbox, planted } = this
    server.clock.advance(Date.now() - server.clock.now())
    await this.receiver.close()
    this.receiver = await openReceiver()
    mailbox.letters.length = 0
    mailbox.refuse(undefined)
    for (const table of ['notification_rules', 'notification_occurrences', 'alarms', 'notifications'])
      await planted.sql(`delete from ${table}`)
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.mailbox.close()
    await this.receiver.close()
  }

  get now(): string {
    return new Date(this.server.clock.now()).toISOString()
  }

  rule(person: Person, traits: Partial<NewRule> = {}) {
    return person.call(notifications.createRule, { ...plain, ...traits })
  }

  viewer({ organizationId }: Manufacturer): Promise<Person> {
    return this.server.person({ organizationId, roleIds: [4] })
  }

  async hook(person: Person): Promise<{ id: number; secret: string }> {
    const made = await person.call(notifications.createChannel, {
      ...{ kind: 'webhook', name: '值班群' },
      target: this.receiver.url,
    })
    return { id: made.id, secret: made.secret ?? '' }
  }

  /** What om does every second, once as many seconds have passed. */
  async later(seconds: number): Promise<void> {
    this.server.clock.advance(seconds * 1000)
    await this.planted.sql(`update sessions set expires_at = now() + interval '1 year'`)
    await gather(this.server.services)
    await deliver(this.server.services)
  }

  async goOffline(of: Manufacturer, count: number, reason = 'disconnected'): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n += 1) ids.push((await this.planted.device(of, { isOnline: 0 })).id)
    await this.planted.sql(`update devices set region_code = '310115' where id = any($1::bigint[])`, [ids])
    await this.planted.sql(
      `insert into online_history (device_id, at, is_online, reason) select id, $2, 0, $3 from unnest($1::bigint[]) as id`,
      [ids, this.now, reason],
    )
    return ids
  }
}

export const inbox = async (person: Person) => (await person.call(notifications.inbox, page)).rows
export const log = async (person: Person) => (await person.call(notifications.log, page)).rows
