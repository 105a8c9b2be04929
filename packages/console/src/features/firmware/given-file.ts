import type { FirmwareUpload, ReadableField, SoftwareVersion } from '@wattkeeper/contracts/api/firmware'

/** The file that the form has: just uploaded, or that of the version which is edited. */
export interface GivenFile {
  readonly filePath: string
  readonly fileName: string
  readonly fileSize: number
  readonly md5: string
  readonly format: SoftwareVersion['format']
  /** What stands in it: nobody changes that. */
  readonly locked: readonly ReadableField[]
  readonly projectName: string | null
}

export const uploadedFile = (upload: FirmwareUpload): GivenFile => upload
export const fileOf = (version: SoftwareVersion): GivenFile => ({ ...version, projectName: null })
