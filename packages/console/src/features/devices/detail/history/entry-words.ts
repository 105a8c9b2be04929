import type { TimelineEntry } from '@wattkeeper/contracts/api/device-history'
import type { useText } from './text.ts'

type Texts = ReturnType<typeof useText>

const fields = [
  'code',
  'equip_type_id',
  'equip_model_id',
  'organization_id',
  'operator_id',
  'region_code',
  'address',
  'longitude',
  'latitude',
  'status',
] as const
const reasons = ['connected', 'disconnected', 'instanceBack', 'instanceLost'] as const
const kinds = ['set', 'param', 'upload', 'log', 'ping', 'advert'] as const
const actions: Readonly<Record<string, 'create' | 'import' | 'update' | 'secret'>> = {
  'devices.create': 'create',
  'devices.importAll': 'import',
  'devices.update': 'update',
  'devices.renewSecret': 'secret',
}

/** The two lines in which an entry is told: what happened, and what is worth knowing of it. */
export interface Told {
  readonly title: string
  readonly detail: string
}

/** `param:02121005` is its parameter, `set:33001_5` its control. */
const signalName = (name: string): string => name.slice(name.indexOf(':') + 1)

export function tell(entry: TimelineEntry, t: Texts): Told {
  const { kind, flag, subject, detail, names } = entry
  switch (kind) {
    case 'connection': {
      const reason = reasons.find((known) => known === detail)
      return {
        title: t(flag ? 'entry.online' : 'entry.offline'),
        detail: reason ? t(`reason.${reason}`) : (detail ?? ''),
      }
    }
    case 'alarm':
      return {
        title: `${t(flag ? 'entry.recovered' : 'entry.occurred')} ${subject ?? ''}`,
        detail: detail ?? '',
      }
    case 'event':
      return {
        title: `${subject ?? ''} ${t(flag ? 'entry.normal' : 'entry.fault')}`,
        detail: detail === subject ? '' : (detail ?? ''),
      }
    case 'command': {
      const known = kinds.find((each) => each === subject)
      const title = known ? t(`command.${known}`) : t('command.other', { kind: subject ?? '' })
      return { title: `${title} ${names.map(signalName).filter(Boolean).join('、')}`, detail: detail ?? '' }
    }
    case 'edit': {
      const known = actions[subject ?? '']
      const title = known ? t(`edit.${known}`) : t('edit.other', { action: subject ?? '' })
      const changed = names.map((name) => {
        const field = fields.find((each) => each === name)
        return field ? t(`field.${field}`) : name
      })
      return { title, detail: known === 'update' ? changed.join('、') : '' }
    }
  }
}

/** How an entry looks at a glance. */
export function toneOf({ kind, flag, result }: TimelineEntry): 'good' | 'bad' | 'idle' | 'info' {
  if (kind === 'edit') return 'info'
  if (kind === 'command') return result === 1 ? 'good' : result === 0 || result === -1 ? 'bad' : 'idle'
  if (kind === 'connection') return flag ? 'good' : 'idle'
  return flag ? 'good' : 'bad'
}
