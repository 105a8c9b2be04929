import {
  Id,
  Instant,
  InstantInput,
  type Static,
  Type,
  choice,
  download,
  downloadByPost,
  get,
  nullable,
  options,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

/** The range reaches so far from the date that was picked first: 15 days. */
export const logWindowMs = 1_296_000_000
/** A device that has not begun to send after this time does not answer. */
export const logAnswerMs = 60_000
/** Everything must have arrived by then: below the 300 s that clients wait. */
export const logDeadlineMs = 280_000
export const mostLogBytes = 32 * 1024 * 1024
export const logKeptDays = 30

export const LogLevel = Type.Object({ code: Type.String(), name: Type.String(), fileType: Type.String() })
export type LogLevel = Static<typeof LogLevel>

const code = text({
  required: words('请输入设备编码', 'Please enter the device code'),
  max: [32, words('设备编码不能超过32个字符', 'At most 32 characters')],
})
const classify = choice(Id, words('请选择设备类型', 'Please select the device type'))
const level = text({
  required: words('请选择日志类型', 'Please select the log type'),
  max: [32, words('日志类型不能超过32个字符', 'At most 32 characters')],
})
const rangeWords = words('请选择时间范围', 'Please select the time range')
const moment = { ...InstantInput, 'x-words': { required: rangeWords, minLength: rangeWords } }

export const LogRequest = Type.Object({
  equipCode: code,
  equipClassify: classify,
  logExtractParam: Type.Object({
    level,
    fileType: Type.Optional(Type.String({ maxLength: 16 })),
    startTime: moment,
    endTime: moment,
  }),
})
export type LogRequest = Static<typeof LogRequest>

export const StoredLog = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  level: Type.String(),
  levelName: Type.String(),
  fileType: Type.String(),
  startTime: Instant,
  endTime: Instant,
  createTime: Instant,
  createBy: Type.String(),
  /** When it is deleted. */
  expireTime: nullable(Instant),
})
export type StoredLog = Static<typeof StoredLog>

/** How far the device has come with the log that it was last asked for. */
export const LogProgress = Type.Object({
  /** none: nobody asks. asked: the device has not begun. receiving: bytes arrive. */
  state: options('none', 'asked', 'receiving'),
  receivedBytes: Type.Integer(),
  createTime: nullable(Instant),
})
export type LogProgress = Static<typeof LogProgress>

const ofDevice = Type.Object({ equipCode: code })

export const logExtraction = routes('logExtraction', {
  levels: get('/api/loglevel/all', {
    access: 'logs.read',
    input: Type.Object({ equipClassify: classify }),
    output: Type.Array(LogLevel),
  }),
  /** Waits for the device, keeps what it brings, and answers it as a file. */
  extract: downloadByPost('/api/logextraction/insert/new', { access: 'logs.extract', input: LogRequest }),
  progress: get('/api/logextraction/progress', {
    access: 'logs.read',
    input: ofDevice,
    output: LogProgress,
  }),
  /** The newest 500 of one device. */
  names: get('/api/loglevel/logNames', {
    access: 'logs.read',
    input: ofDevice,
    output: Type.Array(StoredLog),
  }),
  read: download('/api/loglevel/readLog', {
    access: 'logs.read',
    input: Type.Object({
      name: text({ required: words('请选择日志', 'Please select a log') }),
    }),
  }),
})

export const logExtractionProblems = problems('logExtraction', {
  unknownLevel: [422, '该设备类型没有此日志类型', 'Devices of this type have no such log'],
  wrongType: [422, '设备不属于所选设备类型', 'The device is not of the selected type'],
  wrongOrder: [422, '开始时间不能晚于结束时间', 'The start lies after the end'],
  tooWide: [422, '时间范围须在15天以内', 'The range must lie within 15 days'],
  future: [422, '不能选择未来的日期', 'Dates in the future cannot be selected'],
  offline: [409, '设备离线，无法提取日志', 'The device is offline, its log cannot be extracted'],
  running: [
    409,
    '该设备正在提取日志，请稍后再试',
    'A log of this device is being extracted, please try again later',
  ],
  noAnswer: [504, '设备未在规定时间内上传日志', 'The device did not send its log in time'],
  refused: [422, '设备拒绝提取日志：{message}', 'The device refused: {message}'],
  empty: [422, '提取失败', 'Extraction failed'],
  tooLarge: [
    413,
    '日志超过{limit}，请缩小时间范围',
    'The log exceeds {limit}, please choose a shorter range',
  ],
  noRoom: [503, '服务器存储空间不足', 'The server has no room for the log'],
  gone: [404, '日志不存在或已过期', 'The log does not exist or has expired'],
})
