import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/i18n.ts'
import { useUiText } from '../text.ts'
import { ago, dateTime, zoneName } from './format.ts'
import { useNow } from './useNow.ts'
import { usePlatformZone } from './zone.ts'

interface Props {
  readonly at: string | number | null | undefined
  /** The instant itself is shown, the age on hover. */
  readonly isAbsolute?: boolean
}

const renewEveryMs = 10_000

/** How long ago, with the instant and the platform's zone on hover (or the other way round). */
export function Time({ at, isAbsolute = false }: Props): ReactNode {
  const t = useUiText()
  const language = useLanguage()
  const zone = usePlatformZone()
  const now = useNow(renewEveryMs)
  if (at === null || at === undefined) return <span>{t('time.none')}</span>
  const instant = typeof at === 'number' ? at : Date.parse(at)
  const absolute = dateTime(instant, zone)
  // `now` is renewed now and then: what just happened is not yet to come
  const present = instant > now && instant - now < renewEveryMs ? instant : now
  const age = ago(instant, present, language)
  return (
    <Tooltip title={`${isAbsolute ? age : absolute} (${zoneName(instant, zone)})`}>
      <time dateTime={new Date(instant).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {isAbsolute ? absolute : age}
      </time>
    </Tooltip>
  )
}
