import { PasswordChange, session } from '@wattkeeper/contracts/api/session'
import { Type } from '@wattkeeper/contracts/kit'
import type { FormInstance, RuleObject } from 'antd/es/form'
import Input from 'antd/es/input'
import { type ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { forgetSession } from '../../api/session-ends.ts'
import { loginAddress } from '../../browser/paths.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from '../text.ts'

interface Props {
  /** The user may do nothing else before. */
  readonly isForced?: boolean
  readonly onClose: () => void
}

const readableMs = 1500
/** The repeated password never leaves the browser. */
const Entered = Type.Object({ ...PasswordChange.properties, again: Type.String() })

/** Old, new and repeated password, with the rules of the contract; afterwards one signs in again. */
export function ChangePassword({ isForced = false, onClose }: Props): ReactNode {
  const t = useText()
  const change = useAction(session.changePassword, { inForm: true })
  const isSame = ({ getFieldValue }: Pick<FormInstance, 'getFieldValue'>): RuleObject => ({
    validator: (_rule: unknown, value: unknown) =>
      value === getFieldValue('newPassword')
        ? Promise.resolve()
        : Promise.reject(new Error(t('password.differs'))),
  })
  return (
    <FormDialog
      title={t('password.title')}
      schema={Entered}
      isForced={isForced}
      width={440}
      onClose={onClose}
      onSubmit={async ({ oldPassword, newPassword }) => {
        await change.run({ oldPassword, newPassword })
        setTimeout(() => {
          forgetSession()
          location.replace(loginAddress(location.pathname + location.search))
        }, readableMs)
      }}
    >
      {isForced && <p>{t('password.must')}</p>}
      <Field name="oldPassword" label={t('password.old')}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Field>
      <Field name="newPassword" label={t('password.new')}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field
        name="again"
        label={t('password.again')}
        isRequired
        dependencies={['newPassword']}
        extraRules={[{ required: true, message: t('password.againRequired') }, isSame]}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
    </FormDialog>
  )
}
