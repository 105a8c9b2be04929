import { Credentials, session } from '@wattkeeper/contracts/api/session'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Failure, asFailure } from '../../api/failure.ts'
import { reloginNow, signedInHere, stayHere } from '../../api/session-ends.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { rulesOf } from '../../ui/form/rules.ts'
import { useText } from '../text.ts'
import css from './session.module.css'

/** The specification's box for 50008, 50012 and 50014, and a third way: sign in here and lose nothing. */
export function SignInAgain(): ReactNode {
  const t = useText()
  const [isHere, setHere] = useState(false)
  const footer = [
    <Button key="cancel" onClick={stayHere}>
      {t('ended.cancel')}
    </Button>,
    <Button key="relogin" onClick={reloginNow}>
      {t('ended.relogin')}
    </Button>,
    ...(isHere
      ? []
      : [
          <Button key="here" type="primary" autoFocus onClick={() => setHere(true)}>
            {t('ended.here')}
          </Button>,
        ]),
  ]
  return (
    <Modal
      open
      centered
      zIndex={1500}
      title={t('ended.title')}
      closable={false}
      mask={{ closable: false }}
      footer={footer}
      onCancel={stayHere}
      width={440}
    >
      <p>{t('ended.said')}</p>
      {isHere ? <LoginForm /> : <p className={css.hint}>{t('ended.hereHint')}</p>}
    </Modal>
  )
}

function LoginForm(): ReactNode {
  const t = useText()
  const language = useLanguage()
  const [form] = Form.useForm<Credentials>()
  const [said, setSaid] = useState<string>()
  const [needsOtp, setNeedsOtp] = useState(false)
  const [isSending, setSending] = useState(false)
  const refused = (failure: Failure) => {
    const wrong = failure.errors.find(({ path }) => path === 'otp')
    setSaid(wrong ? undefined : failure.message)
    if (!wrong) return
    setNeedsOtp(true)
    // the first time it is a question, and no mistake
    if (needsOtp) form.setFields([{ name: 'otp', errors: [wrong.message] }])
  }
  const submit = async ({ loginName, otp, ...rest }: Credentials) => {
    setSending(true)
    try {
      const { token } = await call(session.login, {
        ...rest,
        loginName: loginName.trim(),
        ...(otp?.trim() && { otp: otp.trim() }),
      })
      signedInHere(token)
    } catch (thrown) {
      refused(asFailure(thrown))
      setSending(false)
    }
  }
  return (
    <Form form={form} layout="vertical" onFinish={(credentials: Credentials) => void submit(credentials)}>
      <Form.Item name="loginName" label={t('login.name')} rules={rulesOf(Credentials, 'loginName', language)}>
        <Input autoFocus autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={rulesOf(Credentials, 'password', language)}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      {needsOtp && (
        <Form.Item name="otp" label={t('login.otp')}>
          <Input autoFocus autoComplete="one-time-code" spellCheck={false} />
        </Form.Item>
      )}
      {said && (
        <p role="alert" className={css.error}>
          {said}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={isSending}>
        {t('login.submit')}
      </Button>
    </Form>
  )
}
