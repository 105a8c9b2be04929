import type { Advert } from '@wattkeeper/contracts/api/adverts'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

const tones = { waiting: 'info', playing: 'good', over: 'idle' } as const

/** When it plays, in words; times are the platform's, as the wire has them. */
export function useRangeText(): (advert: Advert) => string {
  const t = useText()
  return ({ adStartTime, adEndTime }) =>
    adEndTime === null
      ? t('range.open', { start: adStartTime })
      : t('range.until', { start: adStartTime, end: adEndTime })
}

export function useAdvertColumns(): readonly Column<Advert>[] {
  const t = useText()
  const rangeText = useRangeText()
  return [
    { ...leading, key: 'adName', title: t('adName'), width: 195, isCut: true, render: (row) => row.adName },
    { key: 'file', title: t('file'), width: 150, isCut: true, render: (row) => row.fileMame },
    { key: 'range', title: t('range'), width: 310, render: rangeText },
    {
      key: 'state',
      title: t('state'),
      width: 100,
      render: ({ state }) => <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>,
    },
    {
      key: 'screens',
      title: t('screens'),
      width: 190,
      isEssential: true,
      render: ({ screens, screensOn }) => t('screens.on', { on: screensOn, all: screens }),
    },
    { key: 'createTime', title: t('createTime'), width: 130, render: (row) => <Time at={row.createTime} /> },
    {
      key: 'createBy',
      title: t('createBy'),
      width: 110,
      isCut: true,
      isOptional: true,
      render: (row) => row.createBy,
    },
  ]
}
