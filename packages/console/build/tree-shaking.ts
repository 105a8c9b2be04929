import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const typeboxLite = fileURLToPath(new URL('./typebox-lite.ts', import.meta.url))
const formContext = fileURLToPath(
  new URL('../../../node_modules/@rc-component/form/es/FormContext.js', import.meta.url),
)

const virtual = (name: string): string => `\0wattkeeper:${name}`
const nothing = virtual('nothing')
const typebox = virtual('typebox')
const tree = virtual('tree')
const bare = virtual('bare')

/** Of antd's tree a table without sub-rows needs two list functions. */
const listOnlyTree = `
export const arrAdd = (list, value) => (list.includes(value) ? [...list] : [...list, value])
export const arrDel = (list, value) => list.filter((one) => one !== value)
const noSubRows = () => { throw new Error('The build leaves out selection of sub-rows (decision 0041)') }
export { noSubRows as conductCheck, noSubRows as convertDataToEntities }
`

/** What antd's table imports for features that our tables do not have: filter menus, selection menus, radio rows. */
const unusedInTable = /^(\.\/FilterDropdown|\.\.\/\.\.\/(dropdown|radio))$/

/**
 * What the browser never uses of our libraries (docs/decisions/0041): antd's table brings a filter menu with a tree
 * that our filter bar replaces, its form context brings the whole form, and typebox brings its compiler although the
 * console only reads schemas.
 */
export function lighterLibraries(): Plugin {
  return {
    name: 'wattkeeper-lighter-libraries',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      if (unusedInTable.test(source) && importer.includes('antd/es/table/hooks/')) return nothing
      if (source === '../spin' && importer.endsWith('antd/es/table/InternalTable.js')) return bare
      if (source === '@rc-component/tree' && importer.includes('antd/es/table/hooks/')) return tree
      if (source === '@rc-component/form' && importer.endsWith('antd/es/form/context.js')) return formContext
      return source === 'typebox' ? typebox : null
    },
    load(id) {
      if (id === nothing) return 'export default () => null; export const flattenKeys = () => []'
      if (id === tree) return listOnlyTree
      if (id === bare) return 'export default ({ children }) => children'
      return id === typebox ? `export { Type, Type as default } from ${JSON.stringify(typeboxLite)}` : null
    },
  }
}

const withoutEffects = /\/node_modules\/|\/packages\/contracts\//

/** Their packages do not say so, but importing them changes nothing; only style sheets do, and languages of the calendar. */
export const hasSideEffects = (id: string): boolean =>
  !withoutEffects.test(id) || id.endsWith('.css') || id.includes('/dayjs/locale/')

/** Of the contract's makers: what nobody uses of their results may go (the problems, of which the browser sees words). */
export const schemaMakers: string[] = ['problems', 'words', 'text', 'choice', 'nullable', 'pageOf', 'Type']
