import {
  type Delivery,
  channelKinds,
  deliveryStates,
  notifications,
} from '@wattkeeper/contracts/api/notifications'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { toneOf } from './Channels.tsx'
import { useText } from './text.ts'
import css from './notifications.module.css'

const kinds = ['email', 'webhook'] as const
const states = ['waiting', 'sent', 'failed'] as const
const codecs = { channelKind: as.oneOf(...kinds), state: as.oneOf(...states) } as const

/** What left the console or is to, each attempt with its outcome. */
export function DeliveryLog(): ReactNode {
  const t = useText()
  const language = useLanguage()
  const state = useUrlState(codecs)
  const list = useData(
    notifications.log,
    { ...state.filter, ...state.paging },
    { live: ['notifications'], quiet: true },
  )
  return (
    <ListView
      screen="notification-log"
      label={t('tab.log')}
      state={state}
      list={list}
      fields={[
        {
          ...{ kind: 'select', name: 'channelKind', label: t('channel.type') },
          options: kinds.map((value) => ({ value, label: channelKinds[value][language] })),
        },
        {
          ...{ kind: 'select', name: 'state', label: t('log.state') },
          options: states.map((value) => ({ value, label: deliveryStates[value][language] })),
        },
      ]}
      columns={useLogColumns()}
      offer={t('log.none')}
      expand={{ label: t('log.show'), render: (delivery) => <Detail of={delivery} /> }}
    />
  )
}

function useLogColumns(): readonly Column<Delivery>[] {
  const t = useText()
  const language = useLanguage()
  return [
    { key: 'time', title: t('log.time'), width: 150, render: ({ createTime }) => <Time at={createTime} /> },
    {
      key: 'channel',
      title: t('log.channel'),
      width: 200,
      isCut: true,
      render: ({ channelKind, channelName }) => `${channelKinds[channelKind][language]} · ${channelName}`,
    },
    {
      key: 'title',
      title: t('log.title'),
      width: 320,
      isEssential: true,
      isCut: true,
      render: ({ title }) => title,
    },
    {
      key: 'state',
      title: t('log.state'),
      width: 110,
      render: ({ state }) => <Tag tone={toneOf[state]}>{deliveryStates[state][language]}</Tag>,
    },
    {
      key: 'attempts',
      title: t('log.attempts'),
      width: 110,
      isNumber: true,
      render: ({ attempts }) => attempts.length,
    },
    {
      key: 'next',
      title: t('log.next'),
      width: 140,
      render: ({ nextTryTime, state }) => (state === 'waiting' ? <Time at={nextTryTime} /> : '—'),
    },
    { key: 'reason', title: t('log.reason'), width: 260, isCut: true, render: ({ reason }) => reason ?? '—' },
  ]
}

function Detail({ of: { target, lines, attempts } }: { readonly of: Delivery }): ReactNode {
  const t = useText()
  return (
    <div className={css.detail}>
      <p>
        <code>{target}</code>
      </p>
      <ul>
        {lines.map((line, place) => (
          <li key={`${place} ${line}`}>{line}</li>
        ))}
      </ul>
      <ol>
        {attempts.map(({ number, at, isSuccess, tookMs, reason }) => (
          <li key={number}>
            {t('log.try', { number })} <Time isAbsolute at={at} /> {t('log.took', { ms: tookMs })}{' '}
            <Tag tone={isSuccess ? 'good' : 'bad'}>{isSuccess ? t('log.success') : (reason ?? '—')}</Tag>
          </li>
        ))}
      </ol>
    </div>
  )
}
