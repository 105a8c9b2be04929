import {
  type Channel,
  NewChannel,
  channelKinds,
  notifications,
} from '@wattkeeper/contracts/api/notifications'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type ReactNode, useEffect, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  readonly channel?: Channel
  /** With the secret, which is shown this once; null of e-mail. */
  readonly onMade: (secret: string | null) => void
  readonly onClose: () => void
}

const kinds = ['webhook', 'email'] as const

export function ChannelForm({ channel, onMade, onClose }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const { data: settings } = useData(notifications.settings, {}, { quiet: true })
  const create = useAction(notifications.createChannel, { inForm: true })
  const update = useAction(notifications.updateChannel, { inForm: true })
  const [kind, setKind] = useState<Channel['kind']>(channel?.kind ?? 'webhook')
  const [made, setMade] = useState<{ secret: string | null } | 'closed'>()
  // the form closes after the secret has taken its place
  useEffect(() => {
    if (made === 'closed') onClose()
    else if (made) onMade(made.secret)
  }, [made, onClose, onMade])
  const hasEmail = settings?.hasEmail ?? true
  return (
    <FormDialog
      title={channel ? t('channel.editTitle') : t('channel.addTitle')}
      schema={NewChannel}
      initial={channel ?? { kind: 'webhook' }}
      confirm={({ name }) => t(channel ? 'channel.editConfirm' : 'channel.addConfirm', { name })}
      onSubmit={async (values) => {
        if (channel)
          await update.run({
            id: channel.id,
            version: channel.version,
            name: values.name,
            target: values.target,
          })
        else setMade({ secret: (await create.run(values)).secret })
      }}
      onChange={(changed) => {
        const chosen = kinds.find((each) => each === changed['kind'])
        if (chosen) setKind(chosen)
      }}
      onClose={() => setMade((now) => now ?? 'closed')}
    >
      <Field name="kind" label={t('channel.type')} {...(!hasEmail && { hint: t('channel.noEmail') })}>
        <Select
          disabled={channel !== undefined}
          options={kinds.map((value) => ({
            value,
            label: channelKinds[value][language],
            disabled: value === 'email' && !hasEmail,
          }))}
        />
      </Field>
      <Field name="name" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Field name="target" label={kind === 'email' ? t('channel.email') : t('channel.url')}>
        <Input placeholder={kind === 'email' ? 'duty@example.com' : 'https://example.com/hook'} />
      </Field>
    </FormDialog>
  )
}
