import { expect, it } from 'vitest'
import { mostOfList, mostOfRicher, refuseHeavyPages, weightsOf } from '../build/weights.ts'

const chunk = (file: string, imports: readonly string[] = []) => ({ file, imports: [...imports] })
const manifest = {
  'index.html': { ...chunk('index.js', ['core']), isEntry: true },
  core: chunk('core.js'),
  dialog: chunk('dialog.js'),
}
const page = (...chunks: readonly string[]) => ({ chunks, early: [] })
const facts = {
  always: [],
  pages: { '/system/role': page('/core.js', '/list.js'), '/equipment/map': page('/core.js', '/map.js') },
}

const sizes: Readonly<Record<string, number>> = { 'index.js': 1, 'core.js': 2, 'list.js': 4, 'map.js': 8 }
const sizeOf = (file: string): number => sizes[file] ?? 0

it('counts what the app and a page share once, and nothing that loads later', () => {
  expect(weightsOf(manifest, facts, sizeOf)).toEqual(
    new Map([
      ['/system/role', 7],
      ['/equipment/map', 11],
    ]),
  )
})

it('refuses a list above its mark by name, and lets a map bring more', () => {
  const heavyList = (file: string): number => (file === 'core.js' ? mostOfList : sizeOf(file))
  expect(() => refuseHeavyPages(manifest, facts, heavyList)).toThrow(/^\/system\/role brings 300\.0 KB/)
  expect(() => refuseHeavyPages(manifest, facts, heavyList)).not.toThrow(/map/)
  const heavyMap = (file: string): number => (file === 'map.js' ? mostOfRicher : sizeOf(file))
  expect(() => refuseHeavyPages(manifest, facts, heavyMap)).toThrow(/^\/equipment\/map brings/)
})
