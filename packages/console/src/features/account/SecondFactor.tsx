import { otp, secondFactor } from '@wattkeeper/contracts/api/second-factor'
import { Type } from '@wattkeeper/contracts/kit'
import Input from 'antd/es/input'
import { type ReactNode, useEffect, useState } from 'react'
import { useAction, useRefreshFeature } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FactorOverview } from './FactorOverview.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Scan } from './Scan.tsx'
import { useText } from './text.ts'

interface Props {
  /** A role demands it: the user may do nothing else before. */
  readonly isForced?: boolean
  readonly onClose: () => void
}

export type Step =
  | { readonly kind: 'overview' | 'begin' | 'renew' | 'off' | 'closed' }
  | { readonly kind: 'confirm'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const width = 480
const { input: PasswordGiven } = secondFactor.begin
const { input: CodeGiven } = secondFactor.confirm
const BothGiven = Type.Object({ password: PasswordGiven.properties.password, otp })

/** Sets one's own second factor up, renews its recovery codes, or turns it off: one step after the other. */
export function SecondFactor({ isForced = false, onClose }: Props): ReactNode {
  const refresh = useRefreshFeature()
  const [step, setStep] = useState<Step>({ kind: isForced ? 'begin' : 'overview' })
  // a step that led to the next one must not close that
  const leave = () => setStep((now) => (now === step ? { kind: 'closed' } : now))
  useEffect(() => {
    if (step.kind !== 'closed') return
    refresh('session')
    onClose()
  }, [step, onClose, refresh])
  switch (step.kind) {
    case 'overview':
      return <FactorOverview onStep={setStep} onClose={leave} />
    case 'begin':
      return <Begin isForced={isForced} onStep={setStep} onClose={leave} />
    case 'confirm':
      return (
        <Confirm secret={step.secret} uri={step.uri} isForced={isForced} onStep={setStep} onClose={leave} />
      )
    case 'renew':
      return <Renew onStep={setStep} onClose={leave} />
    case 'off':
      return <TurnOff onClose={leave} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={leave} />
    case 'closed':
      return null
  }
}

interface StepProps {
  readonly isForced: boolean
  readonly onStep: (next: Step) => void
  readonly onClose: () => void
}

function Begin({ isForced, onStep, onClose }: StepProps): ReactNode {
  const t = useText()
  const begin = useAction(secondFactor.begin, { inForm: true, quiet: true })
  return (
    <FormDialog
      title={t('factor.title')}
      schema={PasswordGiven}
      okText={t('factor.next')}
      isForced={isForced}
      width={width}
      onSubmit={async (values) => onStep({ kind: 'confirm', ...(await begin.run(values)) })}
      onClose={onClose}
    >
      <p>{t(isForced ? 'factor.must' : 'factor.off')}</p>
      <PasswordField />
    </FormDialog>
  )
}

interface ConfirmProps extends StepProps {
  readonly secret: string
  readonly uri: string
}

function Confirm({ secret, uri, isForced, onStep, onClose }: ConfirmProps): ReactNode {
  const t = useText()
  const confirm = useAction(secondFactor.confirm, { inForm: true })
  return (
    <FormDialog
      title={t('factor.title')}
      schema={CodeGiven}
      isForced={isForced}
      width={width}
      onSubmit={async (values) => {
        const { recoveryCodes } = await confirm.run(values)
        onStep({ kind: 'codes', codes: recoveryCodes })
      }}
      onClose={onClose}
    >
      <p>{t('factor.scan')}</p>
      <Scan secret={secret} uri={uri} />
      <Field name="otp" label={t('factor.otp')} hint={t('factor.otpHint')}>
        <CodeInput />
      </Field>
    </FormDialog>
  )
}

function Renew({ onStep, onClose }: Omit<StepProps, 'isForced'>): ReactNode {
  const t = useText()
  const renew = useAction(secondFactor.renewRecoveryCodes, { inForm: true, quiet: true })
  return (
    <FormDialog
      title={t('factor.renew')}
      schema={CodeGiven}
      width={width}
      confirm={() => t('factor.renewConfirm')}
      onSubmit={async (values) => {
        const { recoveryCodes } = await renew.run(values)
        onStep({ kind: 'codes', codes: recoveryCodes })
      }}
      onClose={onClose}
    >
      <Field name="otp" label={t('factor.otp')} hint={t('factor.otpOrCode')}>
        <CodeInput />
      </Field>
    </FormDialog>
  )
}

function TurnOff({ onClose }: Pick<StepProps, 'onClose'>): ReactNode {
  const t = useText()
  const turnOff = useAction(secondFactor.turnOff, { inForm: true })
  return (
    <FormDialog
      title={t('factor.turnOff')}
      schema={BothGiven}
      width={width}
      confirm={() => t('factor.offConfirm')}
      onSubmit={turnOff.run}
      onClose={onClose}
    >
      <PasswordField />
      <Field name="otp" label={t('factor.otp')} hint={t('factor.otpOrCode')}>
        <CodeInput />
      </Field>
    </FormDialog>
  )
}

const PasswordField = (): ReactNode => (
  <Field name="password" label={useText()('factor.password')}>
    <Input.Password autoFocus autoComplete="current-password" />
  </Field>
)

/** The field's own properties come from the form. */
const CodeInput = (props: object): ReactNode => (
  <Input {...props} autoFocus inputMode="numeric" autoComplete="one-time-code" spellCheck={false} />
)
