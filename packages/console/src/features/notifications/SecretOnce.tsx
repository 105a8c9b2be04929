import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { useText } from './text.ts'

const width = 520

/** Shows a webhook's secret the only time that it can be seen. */
export function SecretOnce({
  secret,
  onClose,
}: {
  readonly secret: string
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={width}
      title={t('secret.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <p>{t('secret.said')}</p>
      <p style={{ overflowWrap: 'anywhere' }}>
        <Copyable text={secret} />
      </p>
    </Modal>
  )
}
