import type { DeviceWithSecret } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { notify } from '../../../api/notices.ts'
import { useText } from '../text.ts'
import css from './dialogs.module.css'

interface Props {
  readonly made: DeviceWithSecret
  readonly onClose: () => void
}

/** Shows a secret the only time that it can be seen; neither Esc nor a click beside it makes it vanish. */
export function SecretDialog({ made, onClose }: Props): ReactNode {
  const t = useText()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.secret)
      notify.success(t('secret.copied'))
    } catch {
      notify.error(t('secret.copyFailed'))
    }
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t('secret.title', { code: made.code })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="kept" onClick={onClose}>
          {t('secret.kept')}
        </Button>,
        <Button key="copy" type="primary" autoFocus onClick={() => void copy()}>
          {t('secret.copy')}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={t('secret.warning')} />
      <dl className={css.credentials}>
        <dt>{t('secret.userName')}</dt>
        <dd>
          <code>{made.code}</code>
        </dd>
        <dt>{t('secret.secret')}</dt>
        <dd>
          <code>{made.secret}</code>
        </dd>
      </dl>
    </Modal>
  )
}
