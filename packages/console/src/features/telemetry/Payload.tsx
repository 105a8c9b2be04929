import type { RejectedMessage } from '@wattkeeper/contracts/api/telemetry'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { useText } from './text.ts'
import css from './telemetry.module.css'

const mostKept = 4096

/** JSON is laid out; whatever is not JSON stays as it came. */
export function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** The message exactly enough to find the mistake in it. */
export function Payload({ message }: { readonly message: RejectedMessage }): ReactNode {
  const t = useText()
  const { topic, payload } = message
  return (
    <div className={css.payload}>
      <p>
        <Copyable text={payload}>
          <code>{topic}</code>
        </Copyable>
      </p>
      <pre tabIndex={0}>{payload === '' ? t('payload.empty') : laidOut(payload)}</pre>
      {payload.length >= mostKept && <p className={css.detail}>{t('payload.cut')}</p>}
    </div>
  )
}
