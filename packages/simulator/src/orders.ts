import type { Board, Command } from '@wattkeeper/contracts/link'
import type { Machine, ParamValue } from './machines/machine.ts'
import type { Reporting } from './reporting.ts'
import { fetchFile, putFile } from './transfers.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
type Outcome = string | undefined | Promise<string | undefined>

/** Whom orders are given to. */
export interface Performer {
  readonly code: string
  readonly machine: Machine
  readonly boards: readonly Board[]
  readonly line: { readonly isOnline: boolean }
  readonly reporting: Reporting
  deviceTime(): number
  sayInfo(): void
  sayAllNow(): void
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
  const refusal = firstRefusal(paramList, (id, wanted) => device.machine.setParam(id, wanted))
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

async function sendLog({ url, level, startTime, endTime }: Of<'log'>, device: Performer): Promise<undefined> {
  await putFile(url, logOf(device, { level, startTime, endTime }))
  return undefined
}

const logStepMs = 60_000
const mostLines = 500

/** One line a minute of what the boards measure, as the display board writes it. */
function logOf(
  device: Performer,
  { level, startTime, endTime }: Pick<Of<'log'>, 'level' | 'startTime' | 'endTime'>,
) {
  const last = Math.min(endTime, device.deviceTime())
  const first = Math.max(startTime, last - mostLines * logStepMs)
  const boards = device.boards.join(',')
  const lines: string[] = []
  for (let at = first; at <= last; at += logStepMs)
    lines.push(
      `${new Date(at).toISOString()} ${level} ${device.code} boards=${boards} line=${device.line.isOnline}`,
    )
  return `${lines.join('\n')}\n`
}

/** A cabinet's screen fetches all it is to play before it says yes. */
async function play({ adverts }: Of<'advert'>, device: Performer): Promise<string | undefined> {
  if (!device.machine.parts.some(({ partType }) => partType === 'ads')) return 'this device has no screen'
  for (const { url } of adverts) await fetchFile(url)
  return undefined
}
