import {
  ById,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  created,
  deleted,
  nullable,
  pageOf,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

/** Every key begins so, which tells it from a session's token. */
export const apiKeyPrefix = 'wk_'
export const longestKeyDays = 366

/** Acts for the user who makes it, with the chosen permissions as far as that user holds them. */
export const NewApiKey = Type.Object({
  name: text({
    required: words('请输入密钥名称', 'Please enter the key’s name'),
    max: [64, words('密钥名称不能超过64个字符', 'At most 64 characters')],
  }),
  permissions: Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
    'x-words': {
      required: words('请选择权限范围', 'Please select the scope'),
      minItems: words('请选择权限范围', 'Please select the scope'),
    },
  }),
  expiresAt: {
    ...InstantInput,
    'x-words': { required: words('请选择到期时间', 'Please select the expiry') },
  },
})
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  /** Its first characters, to recognize it by. */
  hint: Type.String(),
  userId: Id,
  userName: Type.String(),
  permissions: Type.Array(Type.String()),
  createTime: Instant,
  expiresAt: Instant,
  lastUsedAt: nullable(Instant),
  lastAddress: nullable(Type.String()),
  isExpired: Type.Boolean(),
})
export type ApiKey = Static<typeof ApiKey>

export const apiKeys = routes('apiKeys', {
  list: post('/api/key/list', {
    access: 'apiKeys.read',
    input: Type.Object({ ...Paging, name: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: pageOf(ApiKey),
  }),
  /** The key is shown once and never again. */
  create: post('/api/key/insert', {
    access: 'apiKeys.write',
    input: NewApiKey,
    output: Type.Object({ id: Id, key: Type.String() }),
    done: created.done,
  }),
  remove: post('/api/key/delete/:id', {
    access: 'apiKeys.write',
    input: ById,
    ...deleted,
  }),
})

export const apiKeyProblems = problems('apiKeys', {
  notFound: [404, '密钥不存在', 'The key does not exist'],
  expired: [50014, '密钥已过期', 'The key has expired'],
  wrongExpiry: [422, '到期时间须在一年以内', 'The expiry lies within one year from now'],
  beyondYours: [403, '权限 {name} 超出您自己的权限', 'The permission {name} is beyond your own rights'],
  peopleOnly: [403, '该操作不能使用密钥', 'This cannot be done with a key'],
})
