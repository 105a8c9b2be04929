import type { Command } from '@wattkeeper/contracts/link'
import { type Journal, type LogOrder, type LogTrouble, brokenLog, endlessLog, writeLog } from './logs.ts'
import type { Machine, ParamValue } from './machines/machine.ts'
import type { Reporting } from './reporting.ts'
import type { Screen } from './screen.ts'
import { putFile } from './transfers.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
type Outcome = string | undefined | Promise<string | undefined>

/** Whom orders are given to. */
export interface Performer {
  readonly code: string
  readonly machine: Machine
  readonly screen: Screen | undefined
  /** How it fails when it is asked for a log. */
  readonly logTrouble: LogTrouble | undefined
  readonly reporting: Reporting
  deviceTime(): number
  journal(): Journal
  sayInfo(): void
  sayAllNow(): void
  paramsChanged(before: ReadonlyMap<string, ParamValue>): void
}

/** Carries out one command; answers why it could not. */
export function carryOut(command: Command, device: Performer): Outcome {
  switch (command.kind) {
    case 'ping':
      return undefined
    case 'upload':
      return device.reporting.switch(command.value === 1, command.board)
    case 'set':
      return set(command, device)
    case 'param':
      return setParams(command, device)
    case 'log':
      return sendLog(command, device)
    case 'advert':
      return play(command, device)
  }
}

function set({ paramList = [], board, value }: Of<'set'>, device: Performer): Outcome {
  if (board !== undefined) return device.reporting.switch(value === 1, board)
  const refusal = firstRefusal(paramList, (id, wanted) => device.machine.control(id, wanted))
  // What a switch changed is seen at once, not a minute later.
  device.sayAllNow()
  return refusal
}

/** Whatever was taken over is said back, so that the platform can compare. */
function setParams({ paramList }: Of<'param'>, device: Performer): Outcome {
  const before = new Map(device.machine.params)
  const refusal = firstRefusal(paramList, (id, wanted) => device.machine.setParam(id, wanted))
  device.paramsChanged(before)
  device.sayInfo()
  return refusal
}

type Setting = { readonly id: string; readonly value: ParamValue }

function firstRefusal(
  settings: readonly Setting[],
  apply: (id: string, value: ParamValue) => string | undefined,
): string | undefined {
  for (const { id, value } of settings) {
    const refusal = apply(id, value)
    if (refusal) return refusal
  }
  return undefined
}

async function sendLog(order: LogOrder, device: Performer): Promise<string | undefined> {
  const { logTrouble } = device
  if (logTrouble === 'none') return 'there is no log of that time'
  if (logTrouble === 'never') return new Promise(() => undefined)
  await putFile(order.url, bodyOf(order, device, logTrouble))
  return undefined
}

function bodyOf(order: LogOrder, device: Performer, trouble: LogTrouble | undefined) {
  if (trouble === 'empty') return ''
  if (trouble === 'too-big') return endlessLog()
  const text = writeLog(order, device.journal(), device.deviceTime())
  return trouble === 'breaks-off' ? brokenLog(text) : text
}

/** A cabinet's screen fetches all it is to play before it says yes. */
function play({ adverts }: Of<'advert'>, { screen }: Performer): Outcome {
  return screen ? screen.show(adverts) : 'this device has no screen'
}
