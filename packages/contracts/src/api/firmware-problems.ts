import { type Words, problems, words } from '../kit/index.ts'
import type { ReadableField } from './firmware.ts'

export const firmwareProblems = problems('firmware', {
  notFound: [404, '升级文件不存在', 'The firmware file does not exist'],
  noAddress: [404, '下载地址不存在', 'There is no address to download from'],
  unreadable: [422, '文件已损坏：{reason}', 'The file is damaged: {reason}'],
  foreignSignature: [422, '文件签名不是本平台签发的', 'The file’s signature was not made by this platform'],
  fileGone: [422, '上传的文件已失效，请重新上传', 'The uploaded file is gone. Upload it again'],
  tooLarge: [413, '文件超过上限 {max} MiB', 'The file is larger than {max} MiB'],
  noRoom: [503, '文件存储空间不足', 'The file store is full'],
  unknownBoard: [422, '板卡 {code} 不存在', 'The board {code} does not exist'],
  otherPart: [422, '板卡 {code} 的固件类型是 {partType}', 'The firmware type of board {code} is {partType}'],
  otherType: [422, '板卡 {code} 不属于该设备类型', 'Board {code} does not belong to this device type'],
  otherThanFile: [422, '{field} 与文件内容不一致', '{field} differs from what the file says'],
  wrongVersion: [
    422,
    '软件版本由数字和点组成，例如 2.10',
    'The software version is numbers and dots, for example 2.10',
  ],
  unknownHardware: [422, '硬件版本 {code} 不存在', 'The hardware version {code} does not exist'],
  versionTaken: [409, '该板卡已有版本 {version}', 'This board already has version {version}'],
  inUse: [409, '该版本正在使用，不能{deed}：{by}', 'This version is in use and cannot be {deed}: {by}'],
  ownUpload: [
    409,
    '不能审批自己上传的版本，请由他人审批',
    'Whoever uploaded a version may not approve it: ask somebody else',
  ],
  approvedAlready: [409, '该版本已审批', 'The version has been approved already'],
  configuredKey: [
    409,
    '签名密钥由 FIRMWARE_KEY_FILE 指定，请在那里更换',
    'The key is the one of FIRMWARE_KEY_FILE: replace it there',
  ],
})

/** What keeps a version from being deleted or replaced, and which deed that is. */
export const firmwareUsers = {
  rollouts: words('{count} 个升级任务', 'upgrade tasks: {count}'),
  upgrades: words('{count} 台设备升级中', 'devices being upgraded: {count}'),
  delete: words('删除', 'deleted'),
  change: words('修改', 'changed'),
}

/** What people call the fields that a file may decide. */
export const firmwareFields: Readonly<Record<ReadableField, Words>> = {
  pcbCode: words('板卡编号', 'The board code'),
  partType: words('固件类型', 'The firmware type'),
  version: words('软件版本', 'The software version'),
  isRelease: words('发布类型', 'The kind of release'),
}

/** What is wrong with a file that begins like one of a known format. */
export const firmwareFaults = {
  truncated: words('文件不完整', 'it is not complete'),
  length: words('长度与文件头不符', 'its length is not what its header says'),
  header: words('文件头无效', 'its header is not valid'),
  newerFormat: words('不支持的容器格式版本', 'the version of the container is not known'),
  checksum: words('校验和不符', 'its checksum is wrong'),
  hash: words('摘要不符', 'its hash is wrong'),
  empty: words('文件为空', 'it is empty'),
}
