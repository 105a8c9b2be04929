import { beginsAsContainer, readContainer } from './container.ts'
import { beginsAsEspIdf, readEspIdf } from './esp-idf.ts'
import { beginsAsMcuboot, readMcuboot } from './mcuboot.ts'
import type { Contents, Source } from './source.ts'

export { sealOf, sealed } from './container.ts'
export { Damaged } from './source.ts'
export type { Contents, Source } from './source.ts'

const headBytes = 64

/** Reads what a file says of itself; throws Damaged where it begins like a known format and is not whole. */
export async function readFirmware(source: Source): Promise<Contents> {
  const head = await source.bytes(0, headBytes)
  if (beginsAsContainer(head)) return readContainer(source)
  if (beginsAsEspIdf(head)) return readEspIdf(source)
  if (beginsAsMcuboot(head)) return readMcuboot(source)
  return { format: 'raw' }
}
