import {
  ById,
  Empty,
  Flag,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  created,
  deleted,
  download,
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
export const mostAdvertBytes = 100 * mebibyte

/** `YYYY-MM-DD HH:mm:ss` in the platform's zone. */
const WallTime = Type.String()

export const Advert = Type.Object({
  id: Id,
  adName: Type.String(),
  annexUrl: Type.String(),
  /** The file's name; the wire spells it so. */
  fileMame: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
  createTime: Instant,
  createBy: Type.String(),
  adStartTime: WallTime,
  /** null: until it is deleted */
  adEndTime: nullable(WallTime),
  fgDelete: Flag,
  state: options('waiting', 'playing', 'over'),
  /** Screens of the caller's scope that it is meant for, and those that have confirmed that they play it. */
  screens: Type.Integer(),
  screensOn: Type.Integer(),
})
export type Advert = Static<typeof Advert>

const adName = text({
  required: words('请输入广告名称', 'Please enter the advertisement name'),
  max: [100, words('广告名称不能超过100个字符', 'At most 100 characters')],
})

export const NewAdvert = Type.Object({
  adName,
  /** What the upload answered. */
  annexUrl: text({ required: words('请上传文件', 'Please upload a file') }),
  fileMame: text({ max: [255, words('文件名不能超过255个字符', 'At most 255 characters')] }),
  /** Absent: at once. */
  adStartTime: Type.Optional(nullable(InstantInput)),
  /** Absent: until it is deleted. */
  adEndTime: Type.Optional(nullable(InstantInput)),
  fgDelete: Type.Optional(Flag),
})
export type NewAdvert = Static<typeof NewAdvert>

export const adverts = routes('adverts', {
  list: get('/api/ad/page', {
    access: 'adverts.read',
    input: Type.Object({ ...Paging, adName: Type.Optional(Type.String({ maxLength: 100 })) }),
    output: pageOf(Advert),
  }),
  /** Keeps an image or a video for an advertisement that is yet to be created; answers its address. */
  uploadAnnex: upload('/api/ad/upload/annex', {
    access: 'adverts.write',
    input: Empty,
    output: Type.String(),
    done: words('上传成功', 'Uploaded'),
    maxBytes: mostAdvertBytes,
  }),
  create: post('/api/ad/create', {
    access: 'adverts.write',
    input: NewAdvert,
    ...created,
  }),
  remove: post('/api/ad/delete/:id', {
    access: 'adverts.write',
    input: ById,
    ...deleted,
  }),
  preview: download('/api/ad/advertising/preview', {
    access: 'adverts.read',
    input: Type.Object({ adId: Id }),
  }),
})

export const advertProblems = problems('adverts', {
  notFound: [404, '广告不存在', 'The advertisement does not exist'],
  wrongKind: [
    422,
    '只能上传图片（PNG、JPEG、GIF、WebP）或MP4视频',
    'Only images (PNG, JPEG, GIF, WebP) and MP4 videos',
  ],
  noFile: [422, '文件不存在或已过期，请重新上传', 'The file does not exist any more, please upload it again'],
  wrongTimes: [422, '结束时间必须晚于开始时间', 'The end must lie after the start'],
  past: [422, '结束时间必须晚于当前时间', 'The end must lie after now'],
})
