import { NewRole, type Role, RoleChange, roles } from '@wattkeeper/contracts/api/roles'
import Input from 'antd/es/input'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { MenuChoice } from './MenuChoice.tsx'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one. */
  readonly role: Role | undefined
  readonly onClose: () => void
}

const width = 600
/** The names of roles stand in the list of users, and in everybody's profile. */
const owners = ['users', 'session']

export function RoleForm({ role, onClose }: Props): ReactNode {
  return role ? <Edit role={role} onClose={onClose} /> : <Add onClose={onClose} />
}

function Add({ onClose }: Pick<Props, 'onClose'>): ReactNode {
  const t = useText()
  const create = useAction(roles.create, { inForm: true })
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewRole}
      initial={{ menuIds: [] }}
      confirm={({ name }) => t('addConfirm', { name })}
      onSubmit={create.run}
      onClose={onClose}
      width={width}
    >
      <Fields />
    </FormDialog>
  )
}

function Edit({ role, onClose }: Props & { readonly role: Role }): ReactNode {
  const t = useText()
  const update = useAction(roles.update, { inForm: true, alsoRefresh: owners })
  const { id, version, name, code, remark, menuIds, userCount: count } = role
  return (
    <FormDialog
      title={t('editTitle')}
      schema={RoleChange}
      initial={{ name, code, remark, menuIds }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { name: values.name, count })}
      onSubmit={update.run}
      onClose={onClose}
      width={width}
    >
      <Fields />
    </FormDialog>
  )
}

function Fields(): ReactNode {
  const t = useText()
  return (
    <>
      <Field name="name" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Field name="code" label={t('code')}>
        <Input autoCapitalize="characters" spellCheck={false} />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} />
      </Field>
      <Field name="menuIds" label={t('menus')}>
        <MenuChoice />
      </Field>
    </>
  )
}
