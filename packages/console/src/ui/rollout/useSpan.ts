import { useText } from './text.ts'

const [hourMinutes, dayMinutes] = [60, 1440]

/** A length of time in words: 2 小时 5 分钟. */
export function useSpan(): (minutes: number) => string {
  const t = useText()
  return (minutes) => {
    const whole = Math.round(minutes)
    if (whole < 1) return t('time.soon')
    if (whole < hourMinutes) return t('time.minutes', { minutes: whole })
    if (whole < dayMinutes)
      return t('time.hours', { hours: Math.floor(whole / hourMinutes), minutes: whole % hourMinutes })
    return t('time.days', {
      days: Math.floor(whole / dayMinutes),
      hours: Math.floor((whole % dayMinutes) / hourMinutes),
    })
  }
}
