import { secondFactor } from '@wattkeeper/contracts/api/second-factor'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Skeleton from 'antd/es/skeleton'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import type { Step } from './SecondFactor.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

interface Props {
  readonly onStep: (next: Step) => void
  readonly onClose: () => void
}

/** How the user's second factor stands, and what can be done with it. */
export function FactorOverview({ onStep, onClose }: Props): ReactNode {
  const t = useText()
  const { data } = useData(secondFactor.state, {}, { staleTimeMs: 0 })
  const buttons = data && [
    data.isOn && !data.isRequired && (
      <Button key="off" danger onClick={() => onStep({ kind: 'off' })}>
        {t('factor.turnOff')}
      </Button>
    ),
    data.isOn && (
      <Button key="renew" onClick={() => onStep({ kind: 'renew' })}>
        {t('factor.renew')}
      </Button>
    ),
    !data.isOn && (
      <Button key="on" type="primary" autoFocus onClick={() => onStep({ kind: 'begin' })}>
        {t('factor.turnOn')}
      </Button>
    ),
  ]
  return (
    <Modal open title={t('factor.title')} footer={buttons ?? null} onCancel={onClose} width={480}>
      {!data && <Skeleton active />}
      {data && <p>{t(data.isOn ? 'factor.on' : 'factor.off')}</p>}
      {data?.isOn && <p className={css.facts}>{t('factor.left', { count: data.recoveryCodesLeft })}</p>}
      {data?.isOn && data.isRequired && <p className={css.facts}>{t('factor.demanded')}</p>}
    </Modal>
  )
}
