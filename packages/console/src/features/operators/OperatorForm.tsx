import {
  NewOperator,
  type Operator,
  OperatorChange,
  operators,
} from '@wattkeeper/contracts/api/organizations'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useManufacturerChoices } from '../../api/choices.ts'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one. */
  readonly operator: Operator | undefined
  readonly onClose: () => void
}

export function OperatorForm({ operator, onClose }: Props): ReactNode {
  return operator ? <Edit operator={operator} onClose={onClose} /> : <Add onClose={onClose} />
}

function Add({ onClose }: Pick<Props, 'onClose'>): ReactNode {
  const t = useText()
  const manufacturers = useManufacturerChoices()
  const create = useAction(operators.create, { inForm: true })
  const [only, ...others] = manufacturers
  if (!only) return null
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewOperator}
      {...(others.length === 0 && { initial: { organizationId: only.value } })}
      confirm={({ name }) => t('addConfirm', { name })}
      onSubmit={create.run}
      onClose={onClose}
    >
      <Field name="organizationId" label={t('manufacturer')}>
        <Select autoFocus showSearch={{ optionFilterProp: 'label' }} options={[...manufacturers]} />
      </Field>
      <NameAndCode />
    </FormDialog>
  )
}

function Edit({ operator, onClose }: Props & { readonly operator: Operator }): ReactNode {
  const t = useText()
  const update = useAction(operators.update, { inForm: true, alsoRefresh: ['devices'] })
  const { id, name, code, version, organizationName } = operator
  return (
    <FormDialog
      title={t('editTitle')}
      schema={OperatorChange}
      initial={{ name, code }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { name: values.name })}
      onSubmit={update.run}
      onClose={onClose}
    >
      <Field name="organizationName" label={t('manufacturer')} hint={t('locked')}>
        <Input disabled placeholder={organizationName ?? ''} />
      </Field>
      <NameAndCode />
    </FormDialog>
  )
}

function NameAndCode(): ReactNode {
  const t = useText()
  return (
    <>
      <Field name="name" label={t('name')}>
        <Input />
      </Field>
      <Field name="code" label={t('code')} hint={t('codeHint')}>
        <Input maxLength={4} />
      </Field>
    </>
  )
}
