import { dictionary } from '@wattkeeper/contracts/api/reference'
import { organizations } from '@wattkeeper/contracts/api/organizations'
import { type RoleChoice, roles } from '@wattkeeper/contracts/api/roles'
import { NewUser, type User, UserChange, users } from '@wattkeeper/contracts/api/users'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Spin from 'antd/es/spin'
import { type ReactNode, useState } from 'react'
import { rarelyChanges } from '../../api/choices.ts'
import { useProfile } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { flatten } from '../../ui/tree/keep-matching.ts'
import { PasswordField } from './PasswordField.tsx'
import type { FreshLogin } from './PasswordOnce.tsx'
import { useText } from './text.ts'

type Props = { readonly user: User; readonly onClose: () => void } | ({ readonly user: undefined } & AddProps)

interface AddProps {
  readonly organizationId: number | undefined
  readonly onAdded: (login: FreshLogin) => void
  readonly onClose: () => void
}

const personTypes = 'USER_TYPE'

export function UserForm(props: Props): ReactNode {
  return props.user ? <Edit user={props.user} onClose={props.onClose} /> : <Add {...props} />
}

function Add({ organizationId, onAdded, onClose }: AddProps): ReactNode {
  const t = useText()
  const own = useProfile().organizationId
  const create = useAction(users.create, { inForm: true })
  // a password that another dialog has seen is not proposed again
  const proposed = useData(users.proposePassword, {}, { staleTimeMs: 0 })
  const [openedAt] = useState(() => Date.now())
  if (!proposed.data || proposed.readAt < openedAt) return <Spin fullscreen />
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewUser}
      initial={{ password: proposed.data.password, organizationId: organizationId ?? own }}
      confirm={({ userName }) => t('addConfirm', { name: userName })}
      onSubmit={async (values) => {
        await create.run(values)
        onAdded({ name: values.userName, loginName: values.loginName, password: values.password })
      }}
      onClose={onClose}
    >
      <Field name="userName" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Field name="loginName" label={t('loginName')}>
        <Input autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="password" label={t('password')} hint={t('passwordHint')}>
        <PasswordField />
      </Field>
      <CommonFields held={[]} />
    </FormDialog>
  )
}

function Edit({ user, onClose }: { readonly user: User; readonly onClose: () => void }): ReactNode {
  const t = useText()
  const update = useAction(users.update, { inForm: true })
  const { id, version, userName, loginName, phone, roleIds, type, organizationId } = user
  return (
    <FormDialog
      title={t('editTitle')}
      schema={UserChange}
      initial={{ userName, loginName, phone, roleIds, type, organizationId }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { name: values.userName })}
      onSubmit={update.run}
      onClose={onClose}
    >
      <Field name="userName" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Field name="loginName" label={t('loginName')} hint={t('locked')}>
        <Input disabled />
      </Field>
      <CommonFields held={roleIds} />
    </FormDialog>
  )
}

/** A role that cannot be assigned stays to be seen where the user has it. */
function roleOptions(choices: readonly RoleChoice[], held: readonly number[], notAssignable: string) {
  return choices
    .filter(({ id, isAssignable }) => isAssignable || held.includes(id))
    .map(({ id, name, isAssignable }) => ({
      value: id,
      label: isAssignable ? name : name + notAssignable,
      disabled: !isAssignable,
    }))
}

function CommonFields({ held }: { readonly held: readonly number[] }): ReactNode {
  const t = useText()
  const { data: choices = [] } = useData(roles.choices, {})
  const { data: words } = useData(dictionary.enumerations, { types: [personTypes] }, rarelyChanges)
  const { data: tree = [] } = useData(organizations.tree, {}, rarelyChanges)
  const places = flatten(tree).map(({ node, depth }) => ({
    value: node.id,
    label: '\u2003'.repeat(depth) + node.name,
  }))
  const types = words?.[personTypes]?.map(({ code, label }) => ({ value: code, label })) ?? []
  return (
    <>
      <Field name="phone" label={t('phone')}>
        <Input inputMode="tel" />
      </Field>
      <Field name="roleIds" label={t('roles')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={roleOptions(choices, held, t('notAssignable'))}
        />
      </Field>
      <Field name="type" label={t('type')}>
        <Select options={types} />
      </Field>
      <Field name="organizationId" label={t('organization')}>
        <Select disabled={places.length < 2} showSearch={{ optionFilterProp: 'label' }} options={places} />
      </Field>
    </>
  )
}
