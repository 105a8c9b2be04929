import type { TimelineEntry } from '@wattkeeper/contracts/api/device-history'
import type { Language } from '@wattkeeper/contracts/kit'
import { catalogue, controlNamed, isBoard } from '@wattkeeper/contracts/link'
import type { Say } from '../../../../i18n/i18n.ts'
import type { zh } from './text/zh.ts'

type Texts = Say<typeof zh>

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

/** What a command's settings are called: the controls of the device's type, its parameters, its boards. */
export interface Names {
  readonly equipTypeId: number
  readonly params: ReadonlyMap<string, string>
  readonly language: Language
}

/** A setting of a command, `33001_5=1` or `02121005=95` or `bms=1`, in words. */
export function settingWords(setting: string, { equipTypeId, params, language }: Names, t: Texts): string {
  const [id = '', value = ''] = setting.split(/=(.*)/s)
  const named = controlNamed(equipTypeId, id)
  if (named) {
    const { control, bay } = named
    const place = bay === undefined ? '' : `${t('command.bay', { bay })} `
    if (control.least === control.most) return `${place}${control[language]}`
    const isSwitch = control.least === 0 && control.most === 1
    const switched = t(value === '1' ? 'command.on' : 'command.off')
    return `${place}${control[language]} ${isSwitch ? switched : value}`
  }
  if (id === '' || isBoard(id)) {
    const board = isBoard(id) ? catalogue[id][language] : t('command.allBoards')
    return `${board} ${t(value === '1' ? 'command.fast' : 'command.slow')}`
  }
  return `${params.get(id) ?? id} ${value}`
}

export function tell(entry: TimelineEntry, names: Names, t: Texts): Told {
  const { kind, flag, subject, detail } = entry
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
      return {
        title: [title, ...entry.names.map((each) => settingWords(each, names, t))].join(' '),
        detail: detail ?? '',
      }
    }
    case 'upgrade':
      return {
        title: `${t('entry.upgrade', { part: subject ?? '' })} ${entry.names.join(' → ')}`,
        detail: detail ?? '',
      }
    case 'edit': {
      const known = actions[subject ?? '']
      const title = known ? t(`edit.${known}`) : t('edit.other', { action: subject ?? '' })
      const changed = entry.names.map((name) => {
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
  if (kind === 'command' || kind === 'upgrade')
    return result === 1 ? 'good' : result === 0 || result === -1 ? 'bad' : 'idle'
  if (kind === 'connection') return flag ? 'good' : 'idle'
  return flag ? 'good' : 'bad'
}
