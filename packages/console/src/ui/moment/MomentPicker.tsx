import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { DatePicker } from '../time/calendar.ts'
import { useOpenedAtOnce } from '../time/useOpenedAtOnce.ts'
import { dateTime } from '../time/format.ts'
import { usePlatformZone } from '../time/zone.ts'
import type { MomentProps } from './MomentField.tsx'

const format = 'YYYY-MM-DD HH:mm:ss'
const dayLength = 'YYYY-MM-DD'.length

interface Props extends MomentProps {
  readonly onClose: () => void
}

/** antd's calendar, opened at once; the value stays a text, because it means the platform's zone and not the browser's. */
export function MomentPicker({ id, label, value, onChange, onClose }: Props): ReactNode {
  const zone = usePlatformZone()
  const opened = useOpenedAtOnce(onClose)
  const today = () => dateTime(Date.now(), zone).slice(0, dayLength)
  return (
    <DatePicker
      {...opened}
      {...(id && { id })}
      aria-label={label}
      showTime={{ format: 'HH:mm', defaultValue: dayjs('00:00:00', 'HH:mm:ss') }}
      format="YYYY-MM-DD HH:mm"
      showNow={false}
      style={{ inlineSize: '100%' }}
      value={value ? dayjs(value) : null}
      disabledDate={(day) => day.format('YYYY-MM-DD') < today()}
      onChange={(moment) => onChange?.(moment?.format(format) ?? null)}
    />
  )
}
