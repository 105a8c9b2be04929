import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useState } from 'react'
import { DatePicker } from '../../ui/time/calendar.ts'
import { dateTime } from '../../ui/time/format.ts'
import { useNow } from '../../ui/time/useNow.ts'
import { useOpenedAtOnce } from '../../ui/time/useOpenedAtOnce.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { type Day, isOutside } from './days.ts'
import type { LogRangeProps } from './LogRange.tsx'
import css from './log-extraction.module.css'
import { useText } from './text.ts'

interface Props extends LogRangeProps {
  readonly onClose: () => void
}

const format = 'YYYY-MM-DD'
const minuteMs = 60_000
const dayLength = format.length

/** The calendar, opened at once. Two days: none to come, and at most 15 days apart, counted from the one picked first. */
export function LogDays({ id, value, onChange, onClose }: Props): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const opened = useOpenedAtOnce(onClose)
  const [picked, setPicked] = useState<Day>()
  const today = dateTime(useNow(minuteMs), zone).slice(0, dayLength)
  const textOf = (day: Dayjs | null | undefined): Day | undefined => day?.format(format)
  return (
    <DatePicker.RangePicker
      {...opened}
      {...(id !== undefined && { id: { start: id } })}
      style={{ width: '100%' }}
      format={format}
      inputReadOnly
      classNames={{ popup: { root: css.days ?? '' } }}
      placeholder={[t('range.start'), t('range.end')]}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      disabledDate={(day) => isOutside(day.format(format), { today, picked })}
      onOpenChange={(next) => {
        setPicked(undefined)
        opened.onOpenChange(next)
      }}
      onCalendarChange={(days, _, { range }) => setPicked(textOf(range === 'start' ? days[0] : days[1]))}
      onChange={(days) => {
        const [first, last] = [textOf(days?.[0]), textOf(days?.[1])]
        onChange?.(first !== undefined && last !== undefined ? [first, last] : undefined)
      }}
    />
  )
}
