import dayjs, { type Dayjs } from 'dayjs'
import type { ReactNode } from 'react'
import { DatePicker } from '../time/calendar.ts'
import { useOpenedAtOnce } from '../time/useOpenedAtOnce.ts'
import type { RangeProps } from './RangeField.tsx'

const format = 'YYYY-MM-DD HH:mm:ss'

interface Props extends RangeProps {
  readonly onClose: () => void
  readonly isDisabledDate?: (day: Dayjs) => boolean
}

/** antd's calendar, opened at once; times stay texts, because they mean the platform's zone and not the browser's. */
export function RangePicker({
  id,
  label,
  value: [from, to],
  onChange,
  onClose,
  isDisabledDate,
}: Props): ReactNode {
  const opened = useOpenedAtOnce(onClose)
  return (
    <DatePicker.RangePicker
      {...opened}
      {...(id && { id: { start: id } })}
      aria-label={label}
      showTime={{ defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] }}
      style={{ inlineSize: '100%' }}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={(range) => onChange([range?.[0]?.format(format), range?.[1]?.format(format)])}
      {...(isDisabledDate && { disabledDate: isDisabledDate })}
    />
  )
}
