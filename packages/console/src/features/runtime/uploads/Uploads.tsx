import { commands } from '@wattkeeper/contracts/api/commands'
import { catalogue } from '@wattkeeper/contracts/link'
import Switch from 'antd/es/switch'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { useCommandSwitch } from '../../../api/commands.ts'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useMay } from '../../../api/profile.tsx'
import { useLanguage } from '../../../i18n/i18n.ts'
import { CommandState } from '../../../ui/command/CommandState.tsx'
import { clockTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { tabsOf } from '../tabs.ts'
import { useText } from '../text.ts'
import type { UploadTarget, Uploads as State } from './useUploads.ts'
import css from '../runtime.module.css'

interface Props {
  readonly device: DeviceDialogProps['device']
  readonly uploads: State
}

/** How often the device reports: all of it, and board by board; each switch is a command that can be watched. */
export function Uploads({ device, uploads }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const zone = usePlatformZone()
  const { isPolling, askedAt } = uploads
  const time = askedAt > 0 ? clockTime(askedAt, zone) : '—'
  return (
    <>
      <p className={css.hint}>{t('upload.hint')}</p>
      <div className={css.scroll}>
        <table className={css.uploads}>
          <thead>
            <tr>
              <th scope="col">{t('upload.name')}</th>
              <th scope="col">{t('upload.switch')}</th>
              <th scope="col">{t('upload.state')}</th>
            </tr>
          </thead>
          <tbody>
            <Row target="all" name={t('upload.all')} uploads={uploads} />
            {tabsOf(device.equipTypeId).map((board) => (
              <Row key={board} target={board} name={catalogue[board][language]} uploads={uploads} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.state} data-live={isPolling} role="status">
        <i aria-hidden="true" />
        {isPolling ? t('upload.polling', { time }) : t('upload.idle')}
      </p>
    </>
  )
}

interface RowProps {
  readonly target: UploadTarget
  readonly name: string
  readonly uploads: State
}

function Row({ target, name, uploads }: RowProps): ReactNode {
  const t = useText()
  const mayTurn = useMay()(target === 'all' ? commands.uploadSwitch : commands.setting)
  const { value, isMoving, command, move } = useCommandSwitch({
    actual: uploads.actual(target),
    commands: uploads.commands,
    send: (next) => uploads.turn(target, next),
  })
  const isByAll = target !== 'all' && uploads.actual('all') === 1
  const locked = !mayTurn ? t('upload.notAllowed') : isByAll ? t('upload.byAll') : undefined
  const shown = command ?? uploads.commands.latest(target === 'all' ? 'upload:' : `upload:${target}`)
  return (
    <tr>
      <td>{name}</td>
      <td>
        <Tooltip title={locked}>
          <Switch
            checked={value === 1 || isByAll}
            disabled={locked !== undefined}
            aria-label={t('upload.turn', { name })}
            aria-busy={isMoving}
            onChange={(isOn) => move(isOn ? 1 : 0)}
          />
        </Tooltip>
        <span className={css.pace}>{value === 1 || isByAll ? t('upload.fast') : t('upload.slow')}</span>
      </td>
      <td>
        {shown ? <CommandState command={shown} /> : <span className={css.pace}>{t('upload.none')}</span>}
      </td>
    </tr>
  )
}
