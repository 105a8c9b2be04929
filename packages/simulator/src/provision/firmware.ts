import { api as routes } from '@wattkeeper/contracts'
import type { Board } from '@wattkeeper/contracts/api/reference'
import { containerLayout, writeContainerHeader } from '@wattkeeper/contracts/link'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Api } from './api.ts'

interface Edition {
  readonly version: string
  readonly isRelease: boolean
  readonly notes: Readonly<Record<'zh' | 'en' | 'de' | 'fr', string>>
}

/** Newer than what simulated devices run. */
const release: Edition = {
  version: '2.1.0',
  isRelease: true,
  notes: {
    zh: '提升通信稳定性，修正电量显示偏差。',
    en: 'Steadier communication; the state of charge no longer drifts.',
    de: 'Stabilere Verbindung; der Ladezustand weicht nicht mehr ab.',
    fr: 'Communication plus stable ; le niveau de charge ne dérive plus.',
  },
}
const trial: Edition = {
  version: '2.2.0',
  isRelease: false,
  notes: {
    zh: '测试版本：新的待机策略。',
    en: 'For tests: a new way of standing by.',
    de: 'Zum Testen: neues Verhalten im Ruhezustand.',
    fr: 'Pour essais : nouveau mode de veille.',
  },
}
/** Boards that have something to try out as well. */
const tried: ReadonlySet<string> = new Set(['sc', 'PART_TYPE_EC_MASTER'])

const payloadBytes = 192 * 1024

interface Offering {
  readonly api: Api
  /** Device types of the fleet. */
  readonly typeIds: ReadonlySet<number>
  readonly say: (line: string) => void
}

/** Gives a platform that has no firmware at all a newer release for every board of the fleet. */
export async function offerFirmware({ api, typeIds, say }: Offering): Promise<void> {
  const { total } = await api.call(routes.firmware.list, { pageNum: 1, pageSize: 1 })
  if (total > 0) return
  const boards = await api.call(routes.deviceTypes.boards, {})
  const wanted = boards.filter(({ equipTypeId }) => typeIds.has(equipTypeId))
  say(`uploading firmware for ${wanted.length} boards`)
  for (const board of wanted) {
    await save(api, board, release)
    if (tried.has(board.partType)) await save(api, board, trial)
  }
}

async function save(api: Api, board: Board, edition: Edition): Promise<void> {
  const { pcbCode, partType } = board
  const { version, isRelease, notes } = edition
  const file = { name: `${pcbCode}-${version}.wkfw`, bytes: containerOf(board, edition) }
  const { filePath } = await api.upload(routes.firmware.upload, { type: 'create' }, file)
  const remark = JSON.stringify(notes)
  await api.call(routes.firmware.create, { filePath, pcbCode, partType, version, isRelease, remark })
}

/** What a build would have made: the platform signs it. */
function containerOf({ pcbCode, partType }: Board, { version, isRelease }: Edition): Uint8Array<ArrayBuffer> {
  const header = writeContainerHeader({ pcbCode, partType, version, isRelease, payloadBytes })
  const code = createHash('shake256', { outputLength: payloadBytes }).update(`${pcbCode} ${version}`).digest()
  const body = Buffer.concat([header, code])
  const checksum = Buffer.alloc(containerLayout.crcBytes)
  checksum.writeUInt32LE(crc32(body))
  return new Uint8Array(Buffer.concat([body, checksum, Buffer.alloc(containerLayout.signatureBytes)]))
}
