import type { ReactNode } from 'react'
import { useLiveState } from '../../api/live.ts'
import { useNow } from '../../ui/time/useNow.ts'
import { clockTime } from '../../ui/time/format.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { useText } from '../text.ts'
import css from './layout.module.css'

/** A reconnect that takes less is nobody's business. */
const graceMs = 4000

export function LiveBanner(): ReactNode {
  const t = useText()
  const { brokenSince } = useLiveState()
  const now = useNow(brokenSince === undefined ? undefined : 1000)
  const zone = usePlatformZone()
  if (brokenSince === undefined || now - brokenSince < graceMs) return null
  return (
    <div className={css.banner} role="alert">
      {t('live.broken', { since: clockTime(brokenSince, zone) })}
      <button type="button" onClick={() => location.reload()}>
        {t('live.reload')}
      </button>
    </div>
  )
}
