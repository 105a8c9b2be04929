import { type Session, session } from '@wattkeeper/contracts/api/session'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Skeleton from 'antd/es/skeleton'
import { type ReactNode, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import { browserName } from './browser-name.ts'
import css from './session.module.css'

/** Where the user is signed in, and a way to end each. */
export function Sessions({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const { data, isFirst } = useData(session.sessions, {})
  const end = useAction(session.endSession)
  const [ending, setEnding] = useState<Session>()
  return (
    <Modal open title={t('sessions.title')} onCancel={onClose} footer={null} width={560}>
      {isFirst && <Skeleton active />}
      <ul className={css.sessions}>
        {data?.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{browserName(one.userAgent)}</strong>
              {one.isCurrent && <span className={css.current}>{t('sessions.current')}</span>}
              <p>
                {one.address} · {t('sessions.since')} <Time at={one.createdAt} /> · {t('sessions.seen')}{' '}
                <Time at={one.lastSeenAt} />
              </p>
            </div>
            {!one.isCurrent && (
              <Button size="small" danger onClick={() => setEnding(one)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmBox
          isDanger
          onConfirm={() => end.run({ id: ending.id })}
          onClose={() => setEnding(undefined)}
        >
          {t('sessions.endConfirm', { address: ending.address })}
        </ConfirmBox>
      )}
    </Modal>
  )
}
