import {
  type Channel,
  channelKinds,
  deliveryStates,
  notifications,
} from '@wattkeeper/contracts/api/notifications'
import { type ReactNode, lazy, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton, RemoveButton, RowButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
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
  const { asked, ask, close } = useAsked<Asked>()
  const keep = (secret: string | null) => (secret === null ? close() : ask({ kind: 'secret', secret }))
  const add = <AddButton onClick={() => ask({ kind: 'add' })} />
  return (
    <ListView
      screen="notification-channels"
      label={t('tab.channels')}
      state={wholeState}
      list={wholeList(list)}
      columns={useChannelColumns()}
      rowActions={{ width: 300, render: (channel) => <Actions channel={channel} onAsk={ask} /> }}
      add={add}
      offer={
        <>
          <p>{t('channel.none')}</p>
          {add}
        </>
      }
    >
      {asked?.kind === 'add' && <ChannelForm onMade={keep} onClose={close} />}
      {asked?.kind === 'edit' && <ChannelForm channel={asked.channel} onMade={keep} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={notifications.removeChannel}
          input={{ id: asked.channel.id }}
          kind={t('channel.kind')}
          name={asked.channel.name}
          said={t('channel.removeSaid')}
          onClose={close}
        />
      )}
      {asked?.kind === 'renew' && <Renew channel={asked.channel} onMade={keep} onClose={close} />}
      {asked?.kind === 'secret' && <SecretOnce secret={asked.secret} onClose={close} />}
    </ListView>
  )
}

function useChannelColumns(): readonly Column<Channel>[] {
  const t = useText()
  const language = useLanguage()
  return [
    { ...leading, key: 'name', title: t('name'), width: 160, isCut: true, render: ({ name }) => name },
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
      <RowButton onClick={() => void test.run({ id: channel.id }).catch(() => undefined)}>
        {t('channel.test')}
      </RowButton>
      <EditButton onClick={() => onAsk({ kind: 'edit', channel })} />
      {channel.kind === 'webhook' && (
        <RowButton onClick={() => onAsk({ kind: 'renew', channel })}>{t('channel.renew')}</RowButton>
      )}
      <RemoveButton onClick={() => onAsk({ kind: 'remove', channel })} />
    </>
  )
}

interface RenewProps {
  readonly channel: Channel
  readonly onClose: () => void
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
