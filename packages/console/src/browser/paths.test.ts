import { publicPages } from '@wattkeeper/contracts/public-pages'
import { describe, expect, test } from 'vitest'
import { decide, isOpenPath, loginAddress, safeRedirect } from './paths.ts'

const state = { path: '/x', address: '/x?y=1', hasToken: false, hasProfile: false }

describe('the guard', () => {
  test('lets open paths through without a token', () => {
    for (const path of ['/privacy_zh', '/download', '/e-ark', '/pic/3']) {
      expect(decide({ ...state, path })).toEqual({ kind: 'allow' })
    }
  })

  test('lets through exactly the pages that are served to everybody', () => {
    const served = publicPages.map(({ path }) => path)
    expect(served.filter((path) => !isOpenPath(path))).toEqual([])
    expect(served).toHaveLength(11)
  })

  test('sends everything else to the login page and back', () => {
    expect(decide(state)).toEqual({ kind: 'login', address: '/login?redirect=%2Fx%3Fy%3D1' })
    expect(decide({ ...state, path: '/downloads', address: '/downloads' }).kind).toBe('login')
  })

  test('sends the login page home when there is a token', () => {
    expect(decide({ ...state, path: '/login' })).toEqual({ kind: 'allow' })
    expect(decide({ ...state, path: '/login', hasToken: true })).toEqual({ kind: 'home' })
  })

  test('fetches the profile before it lets anybody in', () => {
    expect(decide({ ...state, hasToken: true })).toEqual({ kind: 'loadProfile' })
    expect(decide({ ...state, hasToken: true, hasProfile: true })).toEqual({ kind: 'allow' })
  })
})

describe('the redirect after login', () => {
  test.each([
    ['/equipment/list?code=A1', '/equipment/list?code=A1'],
    [null, '/'],
    ['', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?redirect=/login', '/'],
  ])('%s leads to %s', (wanted, target) => {
    expect(safeRedirect(wanted)).toBe(target)
  })

  test('is not written for the home page', () => {
    expect(loginAddress('/')).toBe('/login')
  })

  test('knows that a longer word is not an open path', () => {
    expect(isOpenPath('/privacyX')).toBe(false)
  })
})
