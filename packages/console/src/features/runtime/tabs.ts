import type { Board } from '@wattkeeper/contracts/link'

const portable: readonly Board[] = ['sc', 'andersen', 'bms', 'pcs', 'mppt']
const boardsOfType: Readonly<Record<number, readonly Board[]>> = { 1: portable, 2: ['basic'] }

/** The boards of the dialog, in the specification's order. */
export const tabsOf = (equipTypeId: number): readonly Board[] => boardsOfType[equipTypeId] ?? []
