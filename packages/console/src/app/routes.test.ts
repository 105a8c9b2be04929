import type { MenuTree } from '@wattkeeper/contracts/api/session'
import { describe, expect, test } from 'vitest'
import { buildRoutes, firstPageOf, groupsOf, pageRoutes } from './routes.ts'

let lastId = 0
function item(fields: Partial<MenuTree>): MenuTree {
  lastId += 1
  return {
    id: lastId,
    parentId: 0,
    name: `item ${lastId}`,
    type: 'C',
    openType: 0,
    path: `/p${lastId}`,
    url: null,
    orderNum: lastId,
    remark: '',
    icon: null,
    isFramed: false,
    pageRule: [],
    children: [],
    ...fields,
  }
}

const build = (tree: readonly MenuTree[], roles: readonly string[] = ['SYSTEM']) =>
  buildRoutes({ tree, roles, hasPage: (key) => key.startsWith('known/') })
const page = (fields: Partial<MenuTree>) => item({ url: `known/${lastId + 1}`, ...fields })

describe('routes from the menu tree', () => {
  test('stand in the order of orderNum', () => {
    const routes = build([page({ path: '/b', orderNum: 2 }), page({ path: '/a', orderNum: 1 })])
    expect(routes.map(({ path }) => path)).toEqual(['/a', '/b'])
  })

  test('take a path below a group as it stands, or below the group', () => {
    const children = [page({ path: 'list' }), page({ path: '/elsewhere' })]
    const routes = build([item({ type: 'M', path: '/equipment', children })])
    expect(pageRoutes(routes).map(({ path }) => path)).toEqual(['/equipment/list', '/elsewhere'])
  })

  test('leave out what no page of this build owns, and groups that become empty', () => {
    expect(build([item({ url: 'unknown/page' })])).toEqual([])
    expect(build([item({ type: 'M', children: [item({ url: 'unknown/page' })] })])).toEqual([])
  })

  test('hide items of type F from the menu and keep their page', () => {
    const children = [page({ path: '/list' }), page({ path: '/detail', type: 'F' })]
    const [group] = build([item({ type: 'M', path: '/g', children })])
    expect(group?.children.map(({ isHidden }) => isHidden)).toEqual([false, true])
    expect(pageRoutes(group ? [group] : []).map(({ path }) => path)).toEqual(['/list', '/detail'])
  })

  test('never show a group that holds hidden pages only', () => {
    expect(build([item({ type: 'M', children: [page({ type: 'F' })] })])).toEqual([])
  })

  test('refuse a page whose rule names none of the user’s roles', () => {
    const tree = [page({ pageRule: ['SYSTEM', 'DUTY'] })]
    expect(build(tree, ['GUEST'])).toEqual([])
    expect(build(tree, ['DUTY'])).toHaveLength(1)
  })

  test('show no page twice', () => {
    expect(build([page({ path: '/same' }), page({ path: '/same' })])).toHaveLength(1)
  })

  test('open an external row in a new tab, or in the frame where the server allows it', () => {
    const url = 'https://status.example/x?y=1'
    const row = { openType: 1, url, path: '/iframe' } as const
    const [tab, frame] = build([item(row), item({ ...row, isFramed: true })])
    expect(tab).toMatchObject({ link: url, opensInside: false, page: undefined, path: url })
    expect(frame).toMatchObject({ opensInside: true, path: `/iframe?src=${encodeURIComponent(url)}` })
  })

  test('open no address that is not http', () => {
    expect(build([item({ openType: 1, url: 'javascript:alert(1)' })])).toEqual([])
  })

  test('lead a group to its first visible page', () => {
    const children = [
      page({ path: '/hidden', type: 'F', orderNum: 1 }),
      page({ path: '/first', orderNum: 2 }),
    ]
    const [group] = groupsOf(build([item({ type: 'M', path: '/g', children })]))
    expect(group && firstPageOf(group)).toBe('/first')
  })

  test('know the way from the top, for the breadcrumb', () => {
    const inner = item({ type: 'M', name: 'inner', path: '/o/i', children: [page({ path: 'leaf' })] })
    const [leaf] = pageRoutes(build([item({ type: 'M', name: 'outer', path: '/o', children: [inner] })]))
    expect(leaf?.trail.map(({ title }) => title)).toEqual(['outer', 'inner'])
    expect(leaf?.path).toBe('/o/i/leaf')
  })

  test('keep fixed pages at their fixed address whatever the row says', () => {
    const routes = buildRoutes({
      tree: [item({ path: '/start', url: 'dashboard' })],
      roles: [],
      hasPage: () => true,
    })
    expect(routes[0]?.path).toBe('/dashboard')
  })
})
