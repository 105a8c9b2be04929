import { type CommandRow, commandReasons, commands } from '@wattkeeper/contracts/api/commands'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWords } from '../i18n/i18n.ts'
import { onLive } from './live.ts'
import { notify } from './notices.ts'
import { useData } from './queries.ts'

export interface Commands {
  /** The newest ones, newest first. */
  readonly rows: readonly CommandRow[]
  readonly isFirst: boolean
  readonly find: (commandId: number | undefined) => CommandRow | undefined
  /** The newest command that sets this. */
  readonly latest: (signal: string) => CommandRow | undefined
  readonly refresh: () => void
}

const shownCommands = 20
/** Several events of one command make one read. */
const gatherMs = 100

/** The newest commands of a device, read again whenever one of them moves on. */
export function useCommands(deviceId: number, { enabled = true } = {}): Commands {
  const input = { equipId: deviceId, pageNum: 1, pageSize: shownCommands }
  const { data, isFirst, refresh } = useData(commands.log, input, { enabled })
  const readAgain = useEffectEvent(refresh)
  useEffect(() => {
    if (!enabled) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        readAgain()
      }, gatherMs)
    }
    const stop = onLive((event) => {
      if (event.type === 'hello' || (event.type === 'commands' && event.equipIds.includes(deviceId))) soon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [deviceId, enabled])
  const rows = data?.rows ?? []
  return {
    rows,
    isFirst,
    find: (commandId) => rows.find(({ id }) => id === commandId),
    latest: (signal) => rows.find(({ signals }) => signals.includes(signal)),
    refresh,
  }
}

/** What the device confirmed is shown until its next report has had time to come. */
const heldMs = 15_000

interface SwitchOptions {
  /** What the device reports; undefined while unknown. */
  readonly actual: 0 | 1 | undefined
  readonly commands: Commands
  /** Sends the command; answers its id. */
  readonly send: (value: 0 | 1) => Promise<{ readonly commandId: number }>
}

interface Wish {
  readonly value: 0 | 1
  /** Undefined until the server has taken it. */
  readonly commandId: number | undefined
}

export interface CommandSwitch {
  readonly value: 0 | 1
  readonly isMoving: boolean
  /** The command that moves it, or moved it last while it has been shown. */
  readonly command: CommandRow | undefined
  readonly move: (value: 0 | 1) => void
}

/** A switch that moves at once, and moves back with the reason when the device did not follow. */
export function useCommandSwitch({ actual, commands: known, send }: SwitchOptions): CommandSwitch {
  const say = useWords()
  const [wish, setWish] = useState<Wish>()
  const command = known.find(wish?.commandId)
  const isDone = command?.state === 'done'
  const hasFailed = isDone && command.result !== 1
  const reason = hasFailed ? command.reason && say(commandReasons[command.reason]) : undefined
  const message = hasFailed ? command.message : undefined
  useEffect(() => {
    if (hasFailed) notify.error([reason, message].filter(Boolean).join('：') || '—')
  }, [hasFailed, reason, message])
  const isConfirmed = isDone && !hasFailed
  useEffect(() => {
    if (!isConfirmed) return undefined
    const timer = setTimeout(() => setWish(undefined), heldMs)
    return () => clearTimeout(timer)
  }, [isConfirmed])
  const move = (value: 0 | 1) => {
    setWish({ value, commandId: undefined })
    send(value).then(
      ({ commandId }) => {
        setWish({ value, commandId })
        known.refresh()
      },
      // the failure was shown by whoever sent
      () => setWish(undefined),
    )
  }
  const isHeld = wish !== undefined && !hasFailed
  return {
    value: isHeld ? wish.value : (actual ?? 0),
    isMoving: wish !== undefined && !isDone,
    command,
    move,
  }
}
