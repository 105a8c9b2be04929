import Modal from 'antd/es/modal'
import Tabs from 'antd/es/tabs'
import { type ReactNode, useState } from 'react'
import { type DeviceDialogProps, useDialogQuery } from '../../../api/device-dialogs.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { Params } from '../params/Params.tsx'
import { useText } from '../text.ts'
import { BayControl } from './BayControl.tsx'

const width = 980
const tabs = ['params', 'control'] as const

/** What a cabinet is set to, and what can be done with its bays. What is typed is not lost by a slip. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const { get, change } = useDialogQuery()
  const [isDirty, setDirty] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const panels = {
    params: <Params device={device} onDirty={setDirty} />,
    control: <BayControl device={device} />,
  }
  return (
    <Modal
      open
      title={t('control.title', { code: device.code })}
      width={width}
      footer={null}
      mask={{ closable: !isDirty }}
      onCancel={() => (isDirty ? setLeaving(true) : onClose())}
    >
      <Tabs
        activeKey={tabs.find((key) => key === get('tab')) ?? tabs[0]}
        onChange={(tab) => change({ tab: tab === tabs[0] ? undefined : tab })}
        items={tabs.map((key) => ({ key, label: t(`control.tab.${key}`), children: panels[key] }))}
      />
      {isLeaving && (
        <ConfirmBox
          isDanger
          okText={t('params.leaveOk')}
          cancelText={t('params.stay')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          {t('params.leave')}
        </ConfirmBox>
      )}
    </Modal>
  )
}
