import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import Input from 'antd/es/input'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  readonly alarm: Alarm
  readonly onClose: () => void
}

const longestNote = 200

export function Acknowledge({ alarm, onClose }: Props): ReactNode {
  const t = useText()
  const acknowledge = useAction(alarms.acknowledge, { inForm: true, alsoRefresh: ['dashboard'] })
  const { id, equipCode, faultName } = alarm
  return (
    <FormDialog
      title={t('ack.title')}
      schema={alarms.acknowledge.input}
      fixed={{ id }}
      confirm={() => t('ack.confirm')}
      onSubmit={acknowledge.run}
      onClose={onClose}
    >
      <p>{t('ack.said', { code: equipCode, content: faultName })}</p>
      <Field name="note" label={t('ack.note')}>
        <Input.TextArea rows={3} maxLength={longestNote} showCount autoFocus />
      </Field>
    </FormDialog>
  )
}
