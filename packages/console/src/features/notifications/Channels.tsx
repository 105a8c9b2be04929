import {
  type Channel,
  channelKinds,
  deliveryStates,
  notifications,
} from '@wattkeeper/contracts/api/notifications'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { useText } from './text.ts'
import { wholeList, wholeState } from './whole-list.ts'

const ChannelForm = lazy(async () => ({ default: (await import('./ChannelForm.tsx')).ChannelForm }))

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove' | 'renew'; readonly channel: Channel }
  | { readonly kind: 'secret'; readonly secret: string }

export const toneOf = { waiting: 'warn', sent: 'good', failed: 'bad' } as const

export function Channels(): ReactNode {
  const t = useText()
  const list = useData(notifications.channels, {}, { live: ['notifications'], quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const keep = (secret: string | null) => setAsked(secret === null ? undefined : { kind: 'secret', secret })
  const add = (
    <Button type="primary" onClick={() => setAsked({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <DataTable
        screen="notification-channels"
        label={t('tab.channels')}
        hasIndex
        columns={useChannelColumns(setAsked)}
        list={wholeList(list)}
        state={wholeState}
        keyOf={({ id }) => id}
        actions={add}
        offer={
          <>
            <p>{t('channel.none')}</p>
            {add}
          </>
        }
      />
      <Suspense>
        {asked?.kind === 'add' && <ChannelForm onMade={keep} onClose={close} />}
        {asked?.kind === 'edit' && <ChannelForm channel={asked.channel} onMade={keep} onClose={close} />}
      </Suspense>
      {asked?.kind === 'remove' && <Remove channel={asked.channel} onClose={close} />}
      {asked?.kind === 'renew' && <Renew channel={asked.channel} onMade={keep} onClose={close} />}
      {asked?.kind === 'secret' && <SecretOnce secret={asked.secret} onClose={close} />}
    </>
  )
}

function useChannelColumns(onAsk: (asked: Asked) => void): readonly Column<Channel>[] {
  const t = useText()
  const language = useLanguage()
  return [
    {
      key: 'name',
      title: t('name'),
      width: 160,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: ({ name }) => name,
    },
    { key: 'kind', title: t('channel.type'), width: 110, render: ({ kind }) => channelKinds[kind][language] },
    { key: 'target', title: t('channel.target'), width: 300, isCut: true, render: ({ target }) => target },
    {
      key: 'last',
      title: t('channel.last'),
      width: 220,
      render: ({ lastState, lastTime }) =>
        lastState === null ? (
          t('channel.unused')
        ) : (
          <>
            <Tag tone={toneOf[lastState]}>{deliveryStates[lastState][language]}</Tag> <Time at={lastTime} />
          </>
        ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 300,
      fixed: 'right',
      isEssential: true,
      render: (channel) => <Actions channel={channel} onAsk={onAsk} />,
    },
  ]
}

interface ActionsProps {
  readonly channel: Channel
  readonly onAsk: (asked: Asked) => void
}

function Actions({ channel, onAsk }: ActionsProps): ReactNode {
  const t = useText()
  const test = useAction(notifications.test)
  return (
    <>
      <Button
        type="link"
        size="small"
        onClick={() => void test.run({ id: channel.id }).catch(() => undefined)}
      >
        {t('channel.test')}
      </Button>
      <Button type="link" size="small" onClick={() => onAsk({ kind: 'edit', channel })}>
        {t('edit')}
      </Button>
      {channel.kind === 'webhook' && (
        <Button type="link" size="small" onClick={() => onAsk({ kind: 'renew', channel })}>
          {t('channel.renew')}
        </Button>
      )}
      <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', channel })}>
        {t('remove')}
      </Button>
    </>
  )
}

interface BoxProps {
  readonly channel: Channel
  readonly onClose: () => void
}

function Remove({ channel: { id, name }, onClose }: BoxProps): ReactNode {
  const t = useText()
  const remove = useAction(notifications.removeChannel)
  return (
    <ConfirmDelete
      kind={t('channel.kind')}
      name={name}
      said={t('channel.removeSaid')}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}

interface RenewProps extends BoxProps {
  readonly onMade: (secret: string | null) => void
}

function Renew({ channel: { id, name }, onMade, onClose }: RenewProps): ReactNode {
  const t = useText()
  const renew = useAction(notifications.renewSecret)
  const [made, setMade] = useState<string | null>()
  return (
    <ConfirmBox
      onConfirm={async () => setMade((await renew.run({ id })).secret)}
      // the secret takes the box's place
      onClose={() => (made === undefined ? onClose() : onMade(made))}
    >
      {t('channel.renewConfirm', { name })}
    </ConfirmBox>
  )
}
