import { commands } from '@wattkeeper/contracts/api/commands'
import type { LiveView } from '@wattkeeper/contracts/api/telemetry'
import Switch from 'antd/es/switch'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { type Commands, useCommandSwitch, useCommands } from '../../../api/commands.ts'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useMay } from '../../../api/profile.tsx'
import { useAction } from '../../../api/queries.ts'
import { CommandState } from '../../../ui/command/CommandState.tsx'
import { useText } from '../text.ts'
import css from './live.module.css'

type Device = DeviceDialogProps['device']

const devType = 1
const switches = [
  { id: '13001', status: 'lightLineStatus' },
  { id: '13002', status: 'usbStatus' },
  { id: '13003', status: 'dcStatus' },
  { id: '13004', status: 'acStatus' },
] as const
type SwitchOf = (typeof switches)[number]

interface Props {
  readonly device: Device
  readonly view: LiveView | undefined
}

/** The four switches; each moves at once, and moves back with the reason when the device did not follow. */
export function Controls({ device, view }: Props): ReactNode {
  const known = useCommands(device.id)
  return (
    <ul className={css.controls}>
      {switches.map((control) => (
        <Control key={control.id} {...{ device, view, control, known }} />
      ))}
    </ul>
  )
}

interface ControlProps extends Props {
  readonly control: SwitchOf
  readonly known: Commands
}

const flagOf = (value: number | null | undefined): 0 | 1 | undefined =>
  value === 0 || value === 1 ? value : undefined

function Control({ device, view, control: { id, status }, known }: ControlProps): ReactNode {
  const t = useText()
  const mayTurn = useMay()(commands.control)
  const { run } = useAction(commands.control, { quiet: true })
  const actual = flagOf(view?.[status])
  const { value, isMoving, command, move } = useCommandSwitch({
    actual,
    commands: known,
    send: (next) => run({ devType, devId: device.id, paramList: [{ id, value: next }] }),
  })
  const name = t(`switch.${id}`)
  const locked = !mayTurn ? t('upload.notAllowed') : device.isOnline === 0 ? t('live.offline') : undefined
  const isUnknown = actual === undefined && !isMoving
  return (
    <li>
      <span className={css.control}>
        <b>{name}</b>
        <Tooltip title={locked}>
          <Switch
            checked={value === 1}
            disabled={locked !== undefined}
            aria-label={name}
            aria-busy={isMoving}
            onChange={(isOn) => move(isOn ? 1 : 0)}
          />
        </Tooltip>
        <span>{isUnknown ? t('switch.unknown') : value === 1 ? t('switch.on') : t('switch.off')}</span>
      </span>
      {command && <CommandState command={command} />}
    </li>
  )
}
