import type { Board } from '@wattkeeper/contracts/api/reference'
import { useDeviceTypes } from '../../api/choices.ts'

const optionOf = ({ pcbCode, pcbName }: Board) => ({ value: pcbCode, label: `${pcbCode} ${pcbName}` })

/** The boards below their device types; of one part type only, where the file names it. */
export function useBoardOptions(boards: readonly Board[], partType: unknown) {
  const types = useDeviceTypes()
  const fitting = boards.filter((board) => typeof partType !== 'string' || board.partType === partType)
  return types
    .map(({ id, name }) => ({
      label: name,
      title: name,
      options: fitting.filter(({ equipTypeId }) => equipTypeId === id).map(optionOf),
    }))
    .filter(({ options }) => options.length > 0)
}

/** The part types that have a board, each once. */
export function usePartOptions(boards: readonly Board[]) {
  const types = useDeviceTypes()
  const names = new Map(
    types.flatMap(({ partTypes }) => partTypes.map(({ code, name }) => [code, name] as const)).reverse(),
  )
  return [...new Set(boards.map(({ partType }) => partType))].map((code) => ({
    value: code,
    label: `${names.get(code) ?? code} (${code})`,
  }))
}
