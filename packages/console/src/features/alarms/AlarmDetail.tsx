import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import Descriptions from 'antd/es/descriptions'
import Modal from 'antd/es/modal'
import Skeleton from 'antd/es/skeleton'
import type { ReactNode } from 'react'
import { useDeviceTypes } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { useText } from './text.ts'

interface Props {
  readonly alarm: Alarm
  readonly onClose: () => void
}

/** What the fault catalogue says of an alarm. */
export function AlarmDetail({ alarm, onClose }: Props): ReactNode {
  const t = useText()
  const { equipCode, semaphoreCode, value, equipTypeId } = alarm
  const { data: faults } = useData(alarms.detail, {
    alarmCodes: [{ alarmCode: semaphoreCode, code: value }],
    classify: equipTypeId,
  })
  const types = useDeviceTypes()
  return (
    <Modal open width={560} title={t('detail.title', { code: equipCode })} onCancel={onClose} footer={null}>
      {!faults && <Skeleton active />}
      {faults?.map((fault) => (
        <Descriptions
          key={`${fault.code}-${fault.bitPosition ?? ''}-${fault.name}`}
          bordered
          size="small"
          column={1}
          items={[
            { key: 'code', label: t('detail.code'), children: fault.code },
            {
              key: 'classify',
              label: t('detail.classify'),
              children: types.find(({ id }) => id === fault.equipClassify)?.name ?? fault.equipClassify,
            },
            { key: 'name', label: t('detail.name'), children: fault.name },
            { key: 'type', label: t('detail.type'), children: fault.type },
            { key: 'typeName', label: t('detail.typeName'), children: fault.typeName },
            { key: 'bit', label: t('detail.bit'), children: fault.bitPosition ?? t('detail.noBit') },
          ]}
        />
      ))}
    </Modal>
  )
}
