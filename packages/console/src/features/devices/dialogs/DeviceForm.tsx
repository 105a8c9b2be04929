import {
  type Device,
  DeviceChange,
  type DeviceWithSecret,
  NewDevice,
  devices,
} from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { useAction } from '../../../api/queries.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useText } from '../text.ts'
import { DeviceFields } from './DeviceFields.tsx'

interface Props {
  /** Absent: a new one. */
  readonly device?: Device
  readonly onCreated?: (created: DeviceWithSecret) => void
  readonly onClose: () => void
}

const width = 640
const notDelivered = 2

/** What was cleared is sent as null: left out, it would stay as it was. */
function cleared<V extends NewDevice>(values: V): V {
  const { regionCode = null, longitude = null, latitude = null, address = '' } = values
  return { ...values, regionCode, longitude, latitude, address }
}

export function DeviceForm({ device, onCreated, onClose }: Props): ReactNode {
  const t = useText()
  const create = useAction(devices.create, { inForm: true, alsoRefresh: ['dashboard'] })
  const update = useAction(devices.update, { inForm: true })
  if (!device) {
    return (
      <FormDialog
        title={t('form.new')}
        schema={NewDevice}
        initial={{ status: notDelivered }}
        confirm={({ code }) => t('form.confirmNew', { code })}
        onSubmit={async (values) => onCreated?.(await create.run(cleared(values)))}
        onClose={onClose}
        width={width}
      >
        <DeviceFields />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={t('form.edit', { code: device.code })}
      schema={DeviceChange}
      initial={device}
      fixed={{ id: device.id, version: device.version }}
      confirm={({ code }) => t('form.confirmEdit', { code })}
      onSubmit={(values) => update.run(cleared(values))}
      onClose={onClose}
      width={width}
    >
      <DeviceFields device={device} />
    </FormDialog>
  )
}
