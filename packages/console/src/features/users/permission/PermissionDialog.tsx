import {
  type UserAuthority,
  maxRegions,
  permissionProblems,
  permissions,
} from '@wattkeeper/contracts/api/permissions'
import { Type } from '@wattkeeper/contracts/kit'
import type { User } from '@wattkeeper/contracts/api/users'
import type { Region } from '@wattkeeper/contracts/api/reference'
import type { FormInstance, RuleObject } from 'antd/es/form'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import { type ReactNode, useState } from 'react'
import { choiceOf as optionOf, useDeviceTypes, useOperatorChoices } from '../../../api/choices.ts'
import { useAction, useData } from '../../../api/queries.ts'
import { useProfile } from '../../../api/profile.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useText } from '../text.ts'
import css from '../users.module.css'
import { Effect } from './Effect.tsx'
import { RegionsField, useRegionTree } from './RegionsField.tsx'
import { type Choice, choiceOf, isNothing, recordOf } from './authorities.ts'

interface Props {
  readonly user: User
  readonly onClose: () => void
}

const Entered = Type.Object({
  O: Type.Array(Type.Number()),
  ET: Type.Array(Type.Number()),
  R: Type.Array(Type.Array(Type.String())),
})

/** Operators, equipment types and regions that a user is restricted to, with what that leaves to be seen. */
export function PermissionDialog({ user, onClose }: Props): ReactNode {
  const t = useText()
  const { data, readAt, failure } = useData(
    permissions.find,
    { userId: user.id },
    { quiet: true, staleTimeMs: 0 },
  )
  // what another visit has read may be old by now
  const [openedAt] = useState(() => Date.now())
  const regions = useRegionTree()
  const wrong = failure ?? regions.failure
  if (data && regions.tree && readAt >= openedAt)
    return <Loaded user={user} onClose={onClose} record={data} tree={regions.tree} />
  return (
    <Modal open title={t('permission.title', { name: user.userName })} footer={null} onCancel={onClose}>
      {wrong ? (
        <p role="alert">
          {t('permission.failed')}: {wrong.message}
        </p>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}

interface LoadedProps extends Props {
  readonly record: UserAuthority
  readonly tree: readonly Region[]
}

function Loaded({ user, record, tree, onClose }: LoadedProps): ReactNode {
  const t = useText()
  const words = useWords()
  const save = useAction(permissions.update, { inForm: true, alsoRefresh: ['users'] })
  const [isResetting, setResetting] = useState(false)
  const initial = choiceOf(record, tree)
  const atLeastOne = ({ getFieldsValue }: Pick<FormInstance<Choice>, 'getFieldsValue'>): RuleObject => ({
    validator: () =>
      isNothing(getFieldsValue())
        ? Promise.reject(new Error(words(permissionProblems.nothingChosen.words)))
        : Promise.resolve(),
  })
  return (
    <FormDialog
      title={t('permission.title', { name: user.userName })}
      schema={Entered}
      initial={{ O: [...(initial.O ?? [])], ET: [...(initial.ET ?? [])], R: copyOf(initial.R) }}
      okText={t('permission.save')}
      confirm={() => t('permission.saveConfirm')}
      onSubmit={(choice) => save.run(recordOf(user.id, choice, record))}
      onClose={onClose}
      width={560}
    >
      <p className={css.hint}>{t('permission.hint')}</p>
      <Choices user={user} />
      <Field
        name="R"
        label={t('permission.regions')}
        hint={t('permission.regionsHint', { max: maxRegions })}
        dependencies={['O', 'ET']}
        extraRules={[atLeastOne]}
        isRequired={false}
      >
        <RegionsField />
      </Field>
      <Effect user={user} record={record} onReset={() => setResetting(true)} />
      {isResetting && <Reset user={user} onDone={onClose} onClose={() => setResetting(false)} />}
    </FormDialog>
  )
}

const copyOf = (paths: Choice['R'] = []): string[][] => paths.map((path) => [...path])

function Choices({ user }: { readonly user: User }): ReactNode {
  const t = useText()
  const { isPlatform, organizationId } = useProfile()
  const types = useDeviceTypes()
  // staff of a manufacturer get that one's operators; staff of the platform get any
  const isOwn = isPlatform && organizationId === user.organizationId
  const operators = useOperatorChoices(isOwn ? undefined : user.organizationId)
  const search = { optionFilterProp: 'label' } as const
  return (
    <>
      <Field name="ET" label={t('permission.types')}>
        <Select mode="multiple" allowClear showSearch={search} options={types.map(optionOf)} />
      </Field>
      <Field name="O" label={t('permission.operators')}>
        <Select mode="multiple" allowClear showSearch={search} options={[...operators]} />
      </Field>
    </>
  )
}

interface ResetProps extends Props {
  readonly onDone: () => void
}

function Reset({ user, onDone, onClose }: ResetProps): ReactNode {
  const t = useText()
  const remove = useAction(permissions.remove, { alsoRefresh: ['users'] })
  const run = async () => {
    await remove.run({ userId: user.id })
    onDone()
  }
  return (
    <ConfirmBox isDanger onConfirm={run} onClose={onClose}>
      <p>{t('permission.resetConfirm')}</p>
      <p>{t('permission.resetEffect', { name: user.userName })}</p>
    </ConfirmBox>
  )
}
