import { commands } from '@wattkeeper/contracts/api/commands'
import Switch from 'antd/es/switch'
import type { ReactNode } from 'react'
import { useCommandSwitch, useCommands } from '../../api/commands.ts'
import { useMay } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { useText } from './text.ts'
import css from './picture/picture.module.css'

/** Asking for the status keeps a fast report alive; nobody asks once the dialog is closed, and it lapses. */
const askEveryMs = 60_000

/** Asks the cabinet to report every 10 s as long as somebody looks. */
export function FastReports({ deviceId }: { readonly deviceId: number }): ReactNode {
  const t = useText()
  const may = useMay()
  const mayRead = may(commands.onlineStatus)
  const status = useData(
    commands.onlineStatus,
    { equipId: deviceId },
    { enabled: mayRead, pollMs: askEveryMs, quiet: true },
  )
  const known = useCommands(deviceId, { enabled: mayRead })
  const { run } = useAction(commands.uploadSwitch, { quiet: true })
  const { value, isMoving, move } = useCommandSwitch({
    actual: status.data && (status.data.uploads.some(({ result }) => result === 1) ? 1 : 0),
    commands: known,
    send: (wanted) => run({ equipId: deviceId, value: wanted }),
  })
  if (!may(commands.uploadSwitch)) return null
  return (
    <label className={css.fast}>
      <Switch size="small" checked={value === 1} loading={isMoving} onChange={(on) => move(on ? 1 : 0)} />
      {t('picture.fast')}
    </label>
  )
}
