import { type Setting, commandProblems } from '@wattkeeper/contracts/api/commands'
import { deviceProblems } from '@wattkeeper/contracts/api/devices'
import { fail } from '@wattkeeper/contracts/kit'
import { controlNamed, controlTakes, controls, isBoard } from '@wattkeeper/contracts/link'
import type { Db } from '../../context.ts'
import { findTarget } from './queries.ts'

/** Type 3: its parameters can be read and set. */
export const PARAMS_TYPE = 3

export async function targetOf(db: Db, deviceId: number) {
  return (await findTarget(db, deviceId)) ?? fail(deviceProblems.notFound)
}

type Target = Awaited<ReturnType<typeof targetOf>>

/** What a control takes, as it travels: exactly what was given, numbers as numbers. */
export function checkControls({ equipTypeId }: Target, paramList: readonly Setting[]): Setting[] {
  // A type without a list of its controls is left to the device to judge.
  if (!controls[equipTypeId]) return [...paramList]
  return paramList.map(({ id, value }) => {
    const named = controlNamed(equipTypeId, id) ?? fail(commandProblems.unknownControl, { id })
    if (!controlTakes(named.control, value)) fail(commandProblems.wrongControl, { id })
    return { id, value: Number(value) }
  })
}

const boardsOfType: Readonly<Record<number, readonly string[]>> = {
  1: ['sc', 'andersen', 'bms', 'pcs', 'mppt'],
  2: ['basic'],
  3: ['cabinet'],
  4: ['battery'],
}

/** Types that came later may have any board. */
export function checkBoard({ equipTypeId }: Target, board: string): string {
  const known = boardsOfType[equipTypeId]
  if (known ? !known.includes(board) : !isBoard(board)) fail(commandProblems.unknownBoard, { board })
  return board
}
