import { NewApiKey, apiKeys, longestKeyDays } from '@wattkeeper/contracts/api/api-keys'
import { Type } from '@wattkeeper/contracts/kit'
import { pages } from '@wattkeeper/contracts/pages'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { type ReactNode, useEffect, useState } from 'react'
import { useProfile } from '../../api/profile.tsx'
import { useAction } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Copyable } from '../../ui/Copyable.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

const { name, permissions } = NewApiKey.properties
const Entered = Type.Object({
  name,
  permissions,
  days: Type.Integer({ minimum: 1, maximum: longestKeyDays }),
})

const dayMs = 24 * 60 * 60 * 1000
const terms = [7, 30, 90, 180, 365]
const usualDays = 90

interface Made {
  readonly name: string
  readonly key: string
}
type Step = 'form' | 'closed' | Made

export function ApiKeyForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const create = useAction(apiKeys.create, { inForm: true })
  const [step, setStep] = useState<Step>('form')
  useEffect(() => {
    if (step === 'closed') onClose()
  }, [step, onClose])
  if (step === 'closed') return null
  if (step !== 'form') return <KeyOnce made={step} onClose={onClose} />
  return (
    <FormDialog
      title={t('key.addTitle')}
      schema={Entered}
      initial={{ days: usualDays }}
      confirm={(values) => t('key.addConfirm', { name: values.name })}
      onSubmit={async ({ days, ...values }) => {
        const expiresAt = new Date(Date.now() + days * dayMs).toISOString()
        const { key } = await create.run({ ...values, expiresAt })
        setStep({ name: values.name, key })
      }}
      // the form closes after the key has taken its place
      onClose={() => setStep((now) => (now === 'form' ? 'closed' : now))}
    >
      <Field name="name" label={t('key.name')}>
        <Input autoFocus />
      </Field>
      <ScopeField />
      <Field name="days" label={t('key.validFor')}>
        <Select options={terms.map((days) => ({ value: days, label: t('key.days', { count: days }) }))} />
      </Field>
    </FormDialog>
  )
}

/** What the user may do, with the page that it belongs to. */
function ScopeField(): ReactNode {
  const t = useText()
  const language = useLanguage()
  const form = Form.useFormInstance()
  const { permissions: mine } = useProfile()
  const titleOf = (permission: string) =>
    Object.values(pages).find(({ grants }) => grants.some((grant) => grant === permission))?.title[language]
  const options = mine.map((permission) => ({
    value: permission,
    label: [permission, titleOf(permission)].filter(Boolean).join(' — '),
  }))
  return (
    <>
      <Field name="permissions" label={t('key.scope')}>
        <Select
          mode="multiple"
          optionLabelProp="value"
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
        />
      </Field>
      <Button
        size="small"
        style={{ marginBlock: '-10px 18px' }}
        onClick={() => {
          form.setFieldsValue({ permissions: [...mine] })
          void form.validateFields(['permissions'])
        }}
      >
        {t('key.scopeAll')}
      </Button>
    </>
  )
}

function KeyOnce({ made, onClose }: { readonly made: Made; readonly onClose: () => void }): ReactNode {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={520}
      title={t('key.onceTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('key.onceDone')}
        </Button>
      }
    >
      <p>{t('key.once', { name: made.name })}</p>
      <p className={css.key}>
        <Copyable text={made.key} />
      </p>
    </Modal>
  )
}
