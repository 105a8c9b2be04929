import QRCode from 'antd/es/qr-code'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

interface Props {
  readonly secret: string
  readonly uri: string
}

/** Black on white in every theme: cameras read it best. */
export function Scan({ secret, uri }: Props): ReactNode {
  const t = useText()
  return (
    <div className={css.scan}>
      <QRCode
        aria-label={t('factor.qr')}
        type="svg"
        value={uri}
        size={176}
        color="#000000"
        bgColor="#ffffff"
      />
      <dl>
        <dt>{t('factor.secret')}</dt>
        <dd>
          <Copyable text={secret} />
        </dd>
      </dl>
    </div>
  )
}
