import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shown once: the box closes by its button only. */
export function RecoveryCodes({ codes, onClose }: Props): ReactNode {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={480}
      title={t('factor.codesTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('factor.codesDone')}
        </Button>
      }
    >
      <p>{t('factor.codes')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Copyable text={codes.join('\n')}>{t('factor.copyAll')}</Copyable>
    </Modal>
  )
}
