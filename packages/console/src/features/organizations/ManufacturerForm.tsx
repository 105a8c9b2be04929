import {
  NewOrganization,
  type Organization,
  OrganizationRename,
  organizations,
} from '@wattkeeper/contracts/api/organizations'
import Input from 'antd/es/input'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one. */
  readonly manufacturer: Organization | undefined
  readonly onClose: () => void
}

const owners = ['devices', 'operators']

export function ManufacturerForm({ manufacturer, onClose }: Props): ReactNode {
  return manufacturer ? <Rename manufacturer={manufacturer} onClose={onClose} /> : <Add onClose={onClose} />
}

function Add({ onClose }: Pick<Props, 'onClose'>): ReactNode {
  const t = useText()
  const create = useAction(organizations.create, { inForm: true })
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewOrganization}
      confirm={({ name }) => t('addConfirm', { name })}
      onSubmit={create.run}
      onClose={onClose}
    >
      <Field name="name" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Field name="code" label={t('code')} hint={t('codeHint')}>
        <Input maxLength={4} />
      </Field>
      <Field name="leader" label={t('leader')}>
        <Input />
      </Field>
      <Field name="phone" label={t('phone')}>
        <Input inputMode="tel" />
      </Field>
      <Field name="email" label={t('email')}>
        <Input inputMode="email" />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} />
      </Field>
    </FormDialog>
  )
}

function Rename({ manufacturer, onClose }: Props & { readonly manufacturer: Organization }): ReactNode {
  const t = useText()
  const rename = useAction(organizations.rename, { inForm: true, alsoRefresh: owners })
  const { id, name, code, version } = manufacturer
  return (
    <FormDialog
      title={t('editTitle')}
      schema={OrganizationRename}
      initial={{ name }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { code, name: values.name })}
      onSubmit={rename.run}
      onClose={onClose}
    >
      <Field name="name" label={t('name')} hint={t('locked')}>
        <Input autoFocus />
      </Field>
    </FormDialog>
  )
}
