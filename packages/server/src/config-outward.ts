import type { Environment, Reader } from './environment.ts'
import type { MailSettings } from './platform/mail/mail.ts'
import { wrongRanges } from './platform/http/guard.ts'

/** What the platform may reach by itself: a server for e-mail, and inner networks that webhooks may lead to. */
export interface Outward {
  readonly mail: MailSettings | undefined
  readonly webhookRanges: readonly string[]
}

export function readOutward(reader: Reader): Outward {
  return { mail: readMail(reader), webhookRanges: readRanges(reader) }
}

function readMail(reader: Reader): MailSettings | undefined {
  const url = reader.text('SMTP_URL')
  const from = reader.text('SMTP_FROM')
  if (url === undefined && from === undefined) return undefined
  const address = URL.parse(url ?? '')
  if (!address || !/^smtps?:$/.test(address.protocol) || address.hostname === '')
    reader.problem('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.')
  if (!/^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from ?? ''))
    reader.problem('SMTP_FROM must be a sender such as Wattkeeper <ops@example.com>.')
  return { url: url ?? '', from: from ?? '' }
}

/** WEBHOOK_ALLOW: a comma-separated list such as 10.20.0.0/16,fd00::/8 */
function readRanges(reader: Reader): string[] {
  const given = (reader.text('WEBHOOK_ALLOW')?.split(',') ?? []).map((each) => each.trim())
  const wrong = wrongRanges(given)
  for (const each of wrong)
    reader.problem(`WEBHOOK_ALLOW must list ranges of addresses such as 10.20.0.0/16, not "${each}".`)
  return given.filter((each) => !wrong.includes(each))
}

/** What `readOutward` reads again in a child process. */
export function outwardEnvironment({ mail, webhookRanges }: Outward): Environment {
  return {
    ...(mail && { SMTP_URL: mail.url, SMTP_FROM: mail.from }),
    ...(webhookRanges.length > 0 && { WEBHOOK_ALLOW: webhookRanges.join(',') }),
  }
}
