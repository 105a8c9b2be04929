import {
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  Version,
  choice,
  created,
  deleted,
  get,
  nullable,
  pageOf,
  post,
  problems,
  routes,
  saved,
  text,
  words,
} from '../kit/index.ts'

const nameRule = text({
  required: words('请输入厂商名称', 'Please enter the manufacturer name'),
  max: [64, words('厂商名称不能超过64个字符', 'At most 64 characters')],
})

export const NewOrganization = Type.Object({
  name: nameRule,
  code: text({
    required: words('请输入厂商编码', 'Please enter the manufacturer code'),
    pattern: [
      '^[A-Za-z]{1,4}$',
      words('厂商编码只能为英文字母并且长度不能超过4个字符', 'The code is 1 to 4 English letters'),
    ],
  }),
  leader: Type.Optional(text({ max: [64, words('负责人不能超过64个字符', 'At most 64 characters')] })),
  email: Type.Optional(
    text({
      pattern: [
        '^$|^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
        words('请输入正确的邮箱', 'Please enter a valid e-mail address'),
      ],
    }),
  ),
  phone: Type.Optional(
    text({
      pattern: ['^$|^.{11}$', words('请输入11位正确的手机号', 'Please enter a phone number of 11 digits')],
    }),
  ),
  remark: Type.Optional(text()),
})
export type NewOrganization = Static<typeof NewOrganization>

/** A manufacturer. */
export const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String(),
  leader: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  remark: Type.String(),
  updateBy: Type.String(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type Organization = Static<typeof Organization>

export const OrganizationRename = Type.Object({ id: Id, name: nameRule, version: Type.Optional(Version) })

export const OrganizationFilter = Type.Object({
  ...Paging,
  name: Type.Optional(Type.String({ maxLength: 64 })),
  code: Type.Optional(Type.String({ maxLength: 64 })),
})

const Choice = Type.Object({ id: Id, name: Type.String(), code: Type.String() })

export interface OrganizationNode {
  id: number
  name: string
  children: OrganizationNode[]
}
const OrganizationNode = Type.Unsafe<OrganizationNode>({ type: 'object', additionalProperties: true })

export const organizations = routes('organizations', {
  list: get('/api/organization/list', {
    access: 'organizations.read',
    input: OrganizationFilter,
    output: pageOf(Organization),
  }),
  create: post('/api/organization/insert', {
    access: 'organizations.write',
    input: NewOrganization,
    ...created,
  }),
  rename: get('/api/organization/rename', {
    access: 'organizations.write',
    input: OrganizationRename,
    ...saved,
    audited: true,
  }),
  /** The manufacturers the caller may see, for selects. */
  choices: post('/api/organization/all', { access: 'signedIn', output: Type.Array(Choice), isQuery: true }),
  tree: get('/api/organization/tree', { access: 'signedIn', output: Type.Array(OrganizationNode) }),
})

export const organizationProblems = problems('organizations', {
  notFound: [404, '厂商不存在', 'The manufacturer does not exist'],
  codeTaken: [409, '厂商编码 {code} 已被使用', 'The manufacturer code {code} is already in use'],
})

const operatorCode = words('运营商编码为1-4位大写英文字母', 'Operator code 1-4 uppercase English letters')

const operatorFields = {
  name: text({
    required: words('请输入运营商名称', 'Please enter the operator name'),
    max: [64, words('运营商名称不能超过64个字符', 'At most 64 characters')],
  }),
  code: text({
    required: words('运营商编码不能为空', 'Operator code cannot be empty'),
    pattern: ['^[A-Z]{1,4}$', operatorCode],
  }),
}

export const NewOperator = Type.Object({
  ...operatorFields,
  organizationId: choice(Id, words('请选择厂商', 'Please select a manufacturer')),
})
export type NewOperator = Static<typeof NewOperator>

/** The manufacturer of an operator never changes. */
export const OperatorChange = Type.Object({
  id: Id,
  ...operatorFields,
  version: Type.Optional(Version),
})
export type OperatorChange = Static<typeof OperatorChange>

export const Operator = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String(),
  organizationId: Id,
  organizationName: nullable(Type.String()),
  updateBy: Type.String(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type Operator = Static<typeof Operator>

export const OperatorFilter = Type.Object({
  ...Paging,
  organizationId: Type.Optional(Id),
  name: Type.Optional(Type.String({ maxLength: 64 })),
  code: Type.Optional(Type.String({ maxLength: 64 })),
})

export const operators = routes('operators', {
  list: get('/api/operator/list', {
    access: 'operators.read',
    input: OperatorFilter,
    output: pageOf(Operator),
  }),
  create: post('/api/operator/insert', {
    access: 'operators.write',
    input: NewOperator,
    ...created,
  }),
  update: post('/api/operator/update', {
    access: 'operators.write',
    input: OperatorChange,
    ...saved,
  }),
  remove: post('/api/operator/delete/:id', {
    access: 'operators.write',
    input: Type.Object({ id: Id }),
    ...deleted,
  }),
  /** The operators of a manufacturer that the caller may see, for selects. */
  choices: post('/api/operator/all', {
    access: 'signedIn',
    input: Type.Object({ organId: Type.Optional(Id) }),
    output: Type.Array(Choice),
    isQuery: true,
  }),
})

export const operatorProblems = problems('operators', {
  notFound: [404, '运营商不存在', 'The operator does not exist'],
  codeTaken: [409, '运营商编码 {code} 已被使用', 'The operator code {code} is already in use'],
  hasDevices: [
    409,
    '运营商 {name} 名下还有 {count} 台设备，不能删除',
    '{name} still has {count} devices and cannot be deleted',
  ],
  unknownManufacturer: [422, '厂商不存在', 'The manufacturer does not exist'],
})
