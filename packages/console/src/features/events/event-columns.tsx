import type { DeviceEvent } from '@wattkeeper/contracts/api/events'
import { Link } from 'react-router'
import { OnlineDot } from '../../ui/OnlineDot.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import css from './events.module.css'

const deviceLink = ({ equipId, equipCode, equipTypeId }: DeviceEvent): string => {
  const query = new URLSearchParams({
    id: String(equipId),
    code: equipCode,
    equipTypeId: String(equipTypeId),
  })
  return `/equipentry/detail?${query.toString()}`
}

export function useEventColumns(): readonly Column<DeviceEvent>[] {
  const t = useText()
  const sentence = ({ semaphoreName: name, faultName, content }: DeviceEvent): string => {
    const detail = faultName ?? content
    return detail === null || detail === name ? name : t('detail', { name, detail })
  }
  return [
    {
      key: 'code',
      title: t('code'),
      width: 160,
      fixed: 'left',
      isEssential: true,
      render: (event) => (
        <span className={css.code}>
          <OnlineDot isOnline={event.isOnline} isIcon />
          <Link to={deviceLink(event)}>{event.equipCode}</Link>
        </span>
      ),
    },
    { key: 'event', title: t('event'), width: 300, isEssential: true, isCut: true, render: sentence },
    { key: 'operator', title: t('operator'), width: 150, isCut: true, render: (row) => row.operatorName },
    { key: 'model', title: t('model'), width: 160, isCut: true, render: (row) => row.equipModelName },
    {
      key: 'time',
      title: t('time'),
      width: 175,
      render: (row) => <Time isAbsolute at={row.occurrenceTime} />,
    },
    {
      key: 'flag',
      title: t('flag'),
      width: 130,
      render: ({ flag }) => <Tag tone={flag ? 'good' : 'bad'}>{t(flag ? 'normal' : 'fault')}</Tag>,
    },
    { key: 'signal', title: t('signal'), width: 120, isOptional: true, render: (row) => row.semaphoreCode },
  ]
}
