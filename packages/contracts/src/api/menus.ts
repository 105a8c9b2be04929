import {
  ById,
  Flag,
  Id,
  Instant,
  type Static,
  Type,
  Version,
  choice,
  created,
  deleted,
  nullable,
  options,
  post,
  problems,
  routes,
  saved,
  text,
  words,
} from '../kit/index.ts'

/** M group, C page, F page outside the sidebar. */
export const MenuType = options('M', 'C', 'F')

const fields = {
  /** 0 at the top. */
  parentId: Type.Integer({ minimum: 0, default: 0 }),
  name: text({
    required: words('请输入菜单名称', 'Please enter the menu name'),
    max: [64, words('菜单名称不能超过64个字符', 'At most 64 characters')],
  }),
  nameEn: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  type: choice(MenuType, words('请选择菜单类型', 'Please select the menu type')),
  /** 0 internal, 1 external. */
  openType: choice(Flag, words('请选择打开方式', 'Please select how it opens')),
  path: text({
    required: words('请输入路由路径', 'Please enter the path'),
    max: [200, words('路由路径不能超过200个字符', 'At most 200 characters')],
    pattern: ['^/\\S*$', words('路由路径以 / 开头且不含空格', 'A path begins with / and holds no spaces')],
  }),
  /** The page key of a page, the address of an external link, nothing of a group. */
  url: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  orderNum: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  /** The route's name value. */
  remark: text({
    required: words('请输入路由名称', 'Please enter the name value'),
    max: [64, words('路由名称不能超过64个字符', 'At most 64 characters')],
  }),
  icon: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
}

export const NewMenu = Type.Object(fields)
export type NewMenu = Static<typeof NewMenu>
export const MenuChange = Type.Object({ id: Id, ...fields, version: Type.Optional(Version) })
export type MenuChange = Static<typeof MenuChange>

export interface MenuNode {
  id: number
  parentId: number
  name: string
  nameEn: string | null
  type: 'M' | 'C' | 'F'
  openType: 0 | 1
  path: string
  url: string | null
  orderNum: number
  remark: string
  icon: string | null
  updateTime: string
  version: number
  children: MenuNode[]
}
const MenuNode = Type.Unsafe<MenuNode>({
  type: 'object',
  additionalProperties: true,
  properties: { id: Id, updateTime: Instant },
})

/** Where an external page stands among the routes. */
export const externalPath = '/iframe'

export const menus = routes('menus', {
  /** The tree; with a name the rows that hold it and all above them. */
  tree: post('/api/menu/all', {
    access: 'menus.read',
    input: Type.Object({ name: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: Type.Array(MenuNode),
    isQuery: true,
  }),
  create: post('/api/menu/insert', {
    access: 'menus.write',
    input: NewMenu,
    ...created,
  }),
  update: post('/api/menu/update', {
    access: 'menus.write',
    input: MenuChange,
    ...saved,
  }),
  remove: post('/api/menu/delete/:id', {
    access: 'menus.write',
    input: ById,
    ...deleted,
  }),
})

export const menuProblems = problems('menus', {
  notFound: [404, '菜单不存在', 'The menu does not exist'],
  unknownParent: [422, '上级菜单不存在', 'The parent menu does not exist'],
  cycle: [422, '上级菜单不能是自己或自己的下级', 'A menu cannot stand below itself'],
  groupBelow: [422, '目录只能位于顶级', 'A group stands at the top level only'],
  pageBelowPage: [422, '页面下不能再有页面', 'A page cannot stand below a page'],
  hasPages: [
    422,
    '菜单 {name} 下还有子菜单，只能是目录',
    '{name} has menus below it and can only be a group',
  ],
  groupIsInternal: [422, '目录不能是外部链接', 'A group cannot be an external link'],
  unknownPage: [422, '组件地址 {url} 不存在', 'The component address {url} does not exist'],
  wrongAddress: [
    422,
    '链接地址须以 http:// 或 https:// 开头',
    'The link address begins with http:// or https://',
  ],
  pathTaken: [409, '路由路径 {path} 已被 {name} 使用', 'The path {path} is already used by {name}'],
  hasChildren: [
    409,
    '菜单 {name} 下还有 {count} 个子菜单，不能删除',
    '{name} still has {count} menus below it and cannot be deleted',
  ],
  inUse: [
    409,
    '菜单 {name} 仍被角色 {roles} 使用，不能删除',
    '{name} is still held by the roles {roles} and cannot be deleted',
  ],
  lastWayHere: [
    409,
    '这是进入菜单管理的最后一个入口，不能删除或改作他用',
    'This is the last way to the menu screen; it cannot be removed or turned into something else',
  ],
  beyondYours: [
    403,
    '页面 {name} 超出您自己的权限，不能开放',
    'The page {name} is beyond your own rights; you cannot open it up',
  ],
})
