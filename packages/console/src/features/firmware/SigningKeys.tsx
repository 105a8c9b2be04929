import { type SigningKey, firmware } from '@wattkeeper/contracts/api/firmware'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { Copyable } from '../../ui/Copyable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import css from './firmware.module.css'

/** The keys with which the platform signs and signed, and how the present one is replaced. */
export function SigningKeys({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const { data, failure } = useData(firmware.keys, {}, { quiet: true })
  const rotate = useAction(firmware.rotateKey)
  const [isAsking, setAsking] = useState(false)
  return (
    <Modal
      open
      width={640}
      title={t('keys.title')}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('close')}
        </Button>,
        <Button key="rotate" danger onClick={() => setAsking(true)}>
          {t('keys.rotate')}
        </Button>,
      ]}
    >
      <p className={css.hint}>{t('keys.hint')}</p>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {!data && !failure && <Waiting />}
      <ul className={css.keys}>
        {data?.map((key) => (
          <Key key={key.id} of={key} />
        ))}
      </ul>
      {isAsking && (
        <ConfirmBox
          isDanger
          okText={t('keys.rotate')}
          mustType={t('keys.word')}
          onConfirm={() => rotate.run({})}
          onClose={() => setAsking(false)}
        >
          <p>{t('keys.confirm')}</p>
        </ConfirmBox>
      )}
    </Modal>
  )
}

function Key({ of: key }: { readonly of: SigningKey }): ReactNode {
  const t = useText()
  const { raw, isCurrent, createTime, retireTime } = key
  return (
    <li>
      <span>
        <Tag tone={isCurrent ? 'good' : 'idle'}>{t(isCurrent ? 'keys.current' : 'keys.retired')}</Tag>{' '}
        {t('keys.since')} <Time at={createTime} isAbsolute />
        {retireTime !== null && (
          <>
            {' · '}
            {t('keys.until')} <Time at={retireTime} isAbsolute />
          </>
        )}
      </span>
      <code>
        <Copyable text={raw} />
      </code>
    </li>
  )
}
