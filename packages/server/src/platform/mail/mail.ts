import { createTransport } from 'nodemailer'

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465` */
  readonly url: string
  /** `Wattkeeper <ops@example.com>` */
  readonly from: string
}

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every try of one letter, so that a mailbox can tell a repeat. */
  readonly id: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  /** Throws why the server does not take letters. */
  verify(): Promise<void>
  close(): void
}

const patienceMs = 15_000

export function openMail({ url, from }: MailSettings): Mail {
  const transport = createTransport(withPatience(url), { from })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'wattkeeper'
  return {
    async send({ to, subject, text, id }) {
      await transport.sendMail({
        ...{ to, subject, text },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** A server that does not answer must not hold a sender for minutes: the library reads its patience from the address. */
function withPatience(url: string): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    address.searchParams.set(name, String(patienceMs))
  return address.href
}
