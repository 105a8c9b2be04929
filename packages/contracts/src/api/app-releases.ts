import {
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  choice,
  deleted,
  get,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
  text,
  upload,
  words,
} from '../kit/index.ts'

const mebibyte = 1024 * 1024

export const appPlatforms = ['android', 'ios'] as const
export type AppPlatform = (typeof appPlatforms)[number]

const Platform = options(...appPlatforms)
const AppCode = text({
  required: words('请选择应用', 'Please choose the app'),
  pattern: [
    '^[a-z0-9][a-z0-9-]{0,31}$',
    words('应用编码只能为小写字母、数字和连字符', 'Lower-case letters, digits and hyphens'),
  ],
})

const fields = {
  appCode: AppCode,
  platform: choice(Platform, words('请选择平台', 'Please choose the platform')),
  version: text({
    required: words('请输入版本号', 'Please enter the version'),
    pattern: [
      '^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$',
      words('版本号由数字和点组成，例如 2.10.0', 'Numbers and dots, for example 2.10.0'),
    ],
  }),
  notes: Type.Optional(text({ max: [2000, words('更新说明不能超过2000个字符', 'At most 2000 characters')] })),
}

/** A package that was uploaded before: `file` is what the upload answered. Or a link to where it lies. */
export const NewAppRelease = Type.Object({
  ...fields,
  url: Type.Optional(
    text({
      max: [2000, words('链接不能超过2000个字符', 'At most 2000 characters')],
      pattern: [
        '^$|^https?://[^\\s/]+\\.?[^\\s]*$',
        words(
          '请输入以 http:// 或 https:// 开头的链接',
          'Please enter an address that begins with http:// or https://',
        ),
      ],
    }),
  ),
  file: Type.Optional(text({ max: [64, words('请先上传安装包', 'Please upload the package first')] })),
  /** The name under which phones save an uploaded package. */
  fileName: Type.Optional(
    text({
      max: [128, words('文件名不能超过128个字符', 'At most 128 characters')],
      pattern: ['^[^/\\\\]*$', words('文件名不能包含斜杠', 'A file name has no slashes')],
    }),
  ),
})
export type NewAppRelease = Static<typeof NewAppRelease>

export const AppRelease = Type.Object({
  id: Id,
  appCode: Type.String(),
  platform: Platform,
  version: Type.String(),
  notes: Type.String(),
  /** Where whoever downloads it is led: absolute. */
  url: Type.String(),
  fileName: nullable(Type.String()),
  fileSize: nullable(Type.Integer()),
  sha256: nullable(Type.String()),
  /** How often somebody was led to it. */
  downloads: Type.Integer(),
  /** This one is what the download page offers now. */
  isNewest: Type.Boolean(),
  createBy: Type.String(),
  createTime: Instant,
})
export type AppRelease = Static<typeof AppRelease>

/** What an upload has kept: to be named when the release is made. */
export const AppPackage = Type.Object({
  file: Type.String(),
  fileName: Type.String(),
  fileSize: Type.Integer(),
  sha256: Type.String(),
  /** What it says of itself; null where that cannot be read. */
  packageName: nullable(Type.String()),
  versionName: nullable(Type.String()),
  versionCode: nullable(Type.Integer()),
})
export type AppPackage = Static<typeof AppPackage>

export const appReleases = routes('appReleases', {
  /** The address that leads to the newest release of an app; of Android unless said otherwise. */
  newest: get('/api/app/newest/addr', {
    access: 'open',
    input: Type.Object({
      appCode: AppCode,
      platform: Type.Optional(Platform),
    }),
    output: Type.String(),
  }),
  list: get('/api/app/list', {
    access: 'appReleases.read',
    input: Type.Object({
      ...Paging,
      appCode: Type.Optional(Type.String({ maxLength: 32 })),
      platform: Type.Optional(Platform),
    }),
    output: pageOf(AppRelease),
  }),
  upload: upload('/api/app/upload', {
    access: 'appReleases.write',
    output: AppPackage,
    maxBytes: 512 * mebibyte,
    done: words('上传成功', 'Uploaded'),
  }),
  create: post('/api/app/release', {
    access: 'appReleases.write',
    input: NewAppRelease,
    output: Type.Object({ id: Id }),
    done: words('发布成功', 'Released'),
  }),
  remove: post('/api/app/delete/:id', {
    access: 'appReleases.write',
    input: Type.Object({ id: Id }),
    ...deleted,
  }),
})

export const appReleaseProblems = problems('appReleases', {
  none: [404, '该应用尚未发布', 'This app has not been released yet'],
  notFound: [404, '该版本不存在', 'The release does not exist'],
  versionTaken: [409, '{version} 版本已经发布过', 'Version {version} has been released already'],
  nothingToOffer: [422, '请上传安装包或填写链接', 'Upload a package or enter a link'],
  linkOnly: [422, 'iOS 版只能填写应用商店链接', 'For iOS enter the link of the store'],
  noPackage: [422, '文件不是安卓安装包', 'The file is not an Android package'],
  noRoom: [503, '文件存储空间不足', 'The file store is full'],
  packageGone: [422, '上传的安装包已失效，请重新上传', 'The uploaded package is gone. Upload it again'],
})
