import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { useText } from './text.ts'
import css from './users.module.css'

export interface FreshLogin {
  readonly name: string
  readonly loginName: string
  readonly password: string
}

interface Props {
  readonly login: FreshLogin
  readonly onClose: () => void
}

/** A password that nobody can read again: the box closes by its button only. */
export function PasswordOnce({ login, onClose }: Props): ReactNode {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={440}
      title={t('onceTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('onceDone')}
        </Button>
      }
    >
      {t('once', { name: login.name })}
      <dl className={css.secrets}>
        <dt>{t('loginName')}</dt>
        <dd>
          <Copyable text={login.loginName} />
        </dd>
        <dt>{t('password')}</dt>
        <dd>
          <Copyable text={login.password} />
        </dd>
      </dl>
    </Modal>
  )
}
