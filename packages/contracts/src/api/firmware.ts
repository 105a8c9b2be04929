import {
  ById,
  Empty,
  Flag,
  Id,
  Instant,
  Nothing,
  Paging,
  type Static,
  Type,
  Version,
  created,
  del,
  deleted,
  download,
  get,
  nullable,
  options,
  pageOf,
  post,
  routes,
  saved,
  text,
  upload,
  words,
} from '../kit/index.ts'
import { UpgradeOrder } from '../link/commands.ts'

const mebibyte = 1024 * 1024
/** The installation's own limit lies below; FIRMWARE_MAX_MIB may not exceed it. */
export const mostFirmwareMebibytes = 1024

/** What a firmware file is, as far as its bytes tell. */
export const firmwareFormats = ['container', 'espIdf', 'mcuboot', 'raw'] as const
const Format = options(...firmwareFormats)

/** Fields that a file may decide itself; a person does not change those. */
export const readableFields = ['pcbCode', 'partType', 'version', 'isRelease'] as const
export type ReadableField = (typeof readableFields)[number]
const Locked = Type.Array(options(...readableFields))

export const noteLanguages = ['zh', 'en', 'de', 'fr'] as const
export type NoteLanguage = (typeof noteLanguages)[number]
export type ReleaseNotes = Readonly<Record<NoteLanguage, string>>

export const SoftwareVersion = Type.Object({
  id: Id,
  fileName: Type.String(),
  /** What the upload answered, or where the file lies now: to be sent back unchanged. */
  filePath: Type.String(),
  /** The upgrade address: where staff fetch the file. Devices get links of their own. */
  fileUrl: Type.String(),
  downloadUrl: Type.String(),
  md5: Type.String(),
  sha256: Type.String(),
  /** Ed25519 over the bytes of the sha256, base64. */
  signature: Type.String(),
  fileSize: Type.Integer(),
  format: Format,
  /** Read from the file, and therefore fixed. */
  locked: Locked,
  pcbCode: Type.String(),
  pcbName: Type.String(),
  applyTo: Type.String(),
  partType: Type.String(),
  partTypeName: nullable(Type.String()),
  version: Type.String(),
  /** true: a release version, false: a test version */
  isRelease: Type.Boolean(),
  fgRelease: Flag,
  /** Offered to scheduled upgrade tasks. */
  isAutoUpgrade: Type.Boolean(),
  /** Only for boards that report this hardware version; null: for all. */
  hwVersion: nullable(Type.String()),
  mcuNum: nullable(Type.Integer()),
  equipTypeId: Id,
  equipTypeName: Type.String(),
  /** The newest release that its board may get. */
  isNewest: Type.Boolean(),
  /** May be rolled out. */
  isApproved: Type.Boolean(),
  approveBy: nullable(Type.String()),
  approveTime: nullable(Instant),
  /** The caller brought it, and may therefore not approve it. */
  isMine: Type.Boolean(),
  createBy: Type.String(),
  createTime: Instant,
  updateTime: Instant,
  /** The release notes as JSON text: zh, en, de, fr. */
  remark: Type.String(),
  /** Sent back with a change: a stale one gets 409. (`version` is the software's.) */
  revision: Type.Integer(),
})
export type SoftwareVersion = Static<typeof SoftwareVersion>

export const FirmwareUpload = Type.Object({
  filePath: Type.String(),
  fileName: Type.String(),
  md5: Type.String(),
  sha256: Type.String(),
  fileSize: Type.Integer(),
  format: Format,
  locked: Locked,
  /** What was read; null where the file does not tell. */
  pcbCode: nullable(Type.String()),
  pcbName: nullable(Type.String()),
  applyTo: nullable(Type.String()),
  equipTypeId: nullable(Id),
  partType: nullable(Type.String()),
  version: nullable(Type.String()),
  fgRelease: nullable(Flag),
  /** The name that an ESP-IDF image gives itself. */
  projectName: nullable(Type.String()),
})
export type FirmwareUpload = Static<typeof FirmwareUpload>

export const noteRule = words('版本说明不能为空', 'The release notes cannot be empty')
export const mostNoteCharacters = 2000
export const noteTooLong = words('版本说明不能超过2000个字符', 'At most 2000 characters')

const change = {
  filePath: text({ required: words('请上传文件', 'Please upload a file') }),
  pcbCode: text({
    required: words('板卡编号不能为空', 'The board code cannot be empty'),
    max: [64, words('板卡编号不能超过64个字符', 'At most 64 characters')],
  }),
  partType: text({
    required: words('固件类型不能为空', 'The firmware type cannot be empty'),
    max: [64, words('固件类型不能超过64个字符', 'At most 64 characters')],
  }),
  version: text({
    required: words('软件版本不能为空', 'The software version cannot be empty'),
    max: [64, words('软件版本不能超过64个字符', 'At most 64 characters')],
  }),
  isRelease: Type.Optional(Type.Boolean()),
  fgRelease: Type.Optional(nullable(Flag)),
  isAutoUpgrade: Type.Optional(Type.Boolean()),
  hwVersion: Type.Optional(
    nullable(text({ max: [10, words('硬件版本号长度不能超过10个字符', 'At most 10 characters')] })),
  ),
  mcuNum: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 255 }))),
  equipTypeId: Type.Optional(nullable(Id)),
  /** JSON text: {"zh": …, "en": …, "de": …, "fr": …}, each required. */
  remark: text({
    required: noteRule,
    max: [40_000, words('版本说明过长', 'The release notes are too long')],
  }),
}
export const NewSoftwareVersion = Type.Object(change)
export type NewSoftwareVersion = Static<typeof NewSoftwareVersion>
export const SoftwareVersionChange = Type.Object({ id: Id, ...change, revision: Type.Optional(Version) })
export type SoftwareVersionChange = Static<typeof SoftwareVersionChange>

/** A key with which the platform signs, or did. */
export const SigningKey = Type.Object({
  id: Id,
  /** PEM (SubjectPublicKeyInfo). */
  publicKey: Type.String(),
  /** The same, its 32 bytes in base64. */
  raw: Type.String(),
  isCurrent: Type.Boolean(),
  createTime: Instant,
  retireTime: nullable(Instant),
  /** Ed25519 by the key before over these 32 bytes, base64: whoever trusts that one may trust this one. */
  endorsement: nullable(Type.String()),
})
export type SigningKey = Static<typeof SigningKey>

const ByVersion = Type.Object({ versionId: Id })

export const firmware = routes('firmware', {
  list: post('/api/softwareVersion/list', {
    access: 'firmware.read',
    input: Type.Object({
      ...Paging,
      equipTypeId: Type.Optional(Id),
      partTypes: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
      /** Part of a version. */
      version: Type.Optional(Type.String({ maxLength: 64 })),
      isRelease: Type.Optional(Type.Boolean()),
    }),
    output: pageOf(SoftwareVersion),
  }),
  /** What upgrade tasks choose from: approved releases that are meant for it, newest first. */
  forTasks: get('/api/softwareVersion/autoupgrade/list', {
    access: 'firmware.read',
    input: Type.Object({ equipTypeId: Type.Optional(Id) }),
    output: Type.Array(SoftwareVersion),
  }),
  /** Keeps a file for a version that is yet to be saved, and says what stands in it. */
  upload: upload('/api/softwareVersion/upload', {
    access: 'firmware.write',
    input: Type.Object({ type: Type.Optional(options('create', 'update')) }),
    output: FirmwareUpload,
    done: words('上传成功', 'Uploaded'),
    maxBytes: mostFirmwareMebibytes * mebibyte,
  }),
  create: post('/api/softwareVersion/insert', {
    access: 'firmware.write',
    input: NewSoftwareVersion,
    ...created,
  }),
  update: post('/api/softwareVersion/update/:id', {
    access: 'firmware.write',
    input: SoftwareVersionChange,
    ...saved,
  }),
  remove: del('/api/softwareVersion/delete', {
    access: 'firmware.write',
    input: ByVersion,
    ...deleted,
  }),
  /** The second pair of eyes, where FIRMWARE_FOUR_EYES asks for it. */
  approve: post('/api/softwareVersion/approve/:id', {
    access: 'firmware.approve',
    input: Type.Object({ ...ById.properties, revision: Type.Optional(Version) }),
    output: Nothing,
    done: words('审批成功', 'Approved'),
  }),
  fetchFile: download('/api/softwareVersion/download', { access: 'firmware.read', input: ByVersion }),
  /** The order that a device would get; `id` and `url` are made anew for each. */
  upgradeJson: get('/api/equip/version/upgrade/json', {
    access: 'firmware.read',
    input: ByVersion,
    output: UpgradeOrder,
  }),
  /** For devices, which check signatures with it. */
  keys: get('/api/firmware/keys', { access: 'open', input: Empty, output: Type.Array(SigningKey) }),
  /** From now on a new key signs; every version is signed anew. */
  rotateKey: post('/api/firmware/keys/rotate', {
    access: 'firmware.keys',
    output: SigningKey,
    done: words('密钥已更换', 'The key has been replaced'),
  }),
})
