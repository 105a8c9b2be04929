import { commands } from '@wattkeeper/contracts/api/commands'
import type { Board } from '@wattkeeper/contracts/link'
import { useEffect, useState } from 'react'
import { send } from '../../../api/call.ts'
import { type Commands, useCommands } from '../../../api/commands.ts'
import type { DeviceDialogProps } from '../../../api/device-dialogs.ts'
import { useMay } from '../../../api/profile.tsx'
import { useAction, useData } from '../../../api/queries.ts'
import { UploadSession } from './upload-session.ts'

/** Every board, or one. */
export type UploadTarget = Board | 'all'

const sendQuietly = (deviceId: number, target: string) =>
  target === 'all'
    ? send(commands.uploadSwitch, { equipId: deviceId, value: 0 })
    : send(commands.setting, { equipId: deviceId, type: target, value: 0 })

export interface Uploads {
  /** What the platform keeps fast; undefined before it was asked. */
  readonly actual: (target: UploadTarget) => 0 | 1 | undefined
  readonly turn: (target: UploadTarget, value: 0 | 1) => Promise<{ readonly commandId: number }>
  readonly commands: Commands
  readonly isPolling: boolean
  /** When the status was asked last, in ms. */
  readonly askedAt: number
  readonly close: () => void
}

/** The fast reports of a device while a dialog about it is open; whatever way the dialog goes, they end with it. */
export function useUploads({ id }: DeviceDialogProps['device']): Uploads {
  const may = useMay()
  const enabled = may(commands.onlineStatus)
  const status = useData(commands.onlineStatus, { equipId: id }, { enabled, quiet: true })
  const known = useCommands(id, { enabled })
  const all = useAction(commands.uploadSwitch)
  const one = useAction(commands.setting)
  const [isPolling, setPolling] = useState(false)
  const [session] = useState(
    () =>
      new UploadSession({
        // the first render's asks the same question as each later one's
        ask: status.refresh,
        turnOff: (target) => void sendQuietly(id, target).catch(() => undefined),
      }),
  )
  useEffect(() => () => session.close(), [session])
  const actual = (target: UploadTarget) => {
    const { uploads } = status.data ?? {}
    const isFast = uploads?.some(
      ({ board, result }) => (board === null || board === target) && (result === 1 || result === null),
    )
    return isFast === undefined ? undefined : isFast ? 1 : 0
  }
  const turn = async (target: UploadTarget, value: 0 | 1) => {
    const isAll = target === 'all'
    const queued = await (isAll
      ? all.run({ equipId: id, value })
      : one.run({ equipId: id, type: target, value }))
    session.turned(target, { value, isAll })
    setPolling(session.isPolling)
    return queued
  }
  return {
    actual,
    turn,
    commands: known,
    isPolling,
    askedAt: status.readAt,
    close: () => session.close(),
  }
}
