import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { RangeField } from '../../../ui/filter/RangeField.tsx'
import { dateTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { useText } from '../text.ts'
import { useRange } from './range.ts'
import css from '../runtime.module.css'

const presets = [1, 6, 24, 168] as const
const hourMs = 3_600_000

/** The time filter of all data tabs; the quick ones have no end, so that the table goes on living. */
export function RangeTools(): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const { range, set } = useRange()
  const last = (hours: number) => set({ from: dateTime(Date.now() - hours * hourMs, zone), to: undefined })
  return (
    <div className={css.tools}>
      <div className={css.range}>
        <span aria-hidden="true">{t('range')}</span>
        <RangeField
          label={t('range')}
          value={[range.from, range.to]}
          onChange={([from, to]) => set({ from, to })}
        />
      </div>
      {presets.map((hours) => (
        <Button key={hours} size="small" onClick={() => last(hours)}>
          {t(`range.${hours}`)}
        </Button>
      ))}
      <Button
        size="small"
        disabled={range.from === undefined && range.to === undefined}
        onClick={() => set({ from: undefined, to: undefined })}
      >
        {t('range.all')}
      </Button>
    </div>
  )
}
