import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import type { Envelope } from '@wattkeeper/contracts/kit'
import { sendFile } from './files.ts'
import type { Person, TestServer } from './server.ts'

export const releaseNotes = JSON.stringify({ zh: '修复', en: 'Fixes', de: 'Korrekturen', fr: 'Corrections' })
/** A seeded board of portable stations. */
export const bmsBoard = { pcbCode: 'P-BMS-01', partType: 'bms' }

/** What the console does with firmware files. */
export interface FirmwareFiles {
  upload(bytes: Buffer, person?: Person): Promise<Envelope>
  uploaded(bytes: Buffer, person?: Person): Promise<FirmwareUpload>
  /** Saves a file, some bytes unless told otherwise, as a release for `bmsBoard`, the next version unless told otherwise. */
  save(more?: object, bytes?: Buffer, person?: Person): Promise<number>
}

export function firmwareFiles({ app }: TestServer, admin: Person): FirmwareFiles {
  let made = 10
  const upload = (bytes: Buffer, { token } = admin) =>
    sendFile(app, firmware.upload, { token, bytes, name: '固件 2.1.bin' })
  const uploaded = async (bytes: Buffer, person = admin) =>
    (await upload(bytes, person)).data as FirmwareUpload
  return {
    upload,
    uploaded,
    async save(more = {}, bytes = Buffer.from(`some bytes ${made}`), person = admin) {
      const { filePath } = await uploaded(bytes, person)
      const version = `5.${(made += 1)}`
      const wanted = { filePath, ...bmsBoard, version, isRelease: true, remark: releaseNotes, ...more }
      return (await person.call(firmware.create, wanted)).id
    },
  }
}
