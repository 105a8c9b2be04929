import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const emptyFilter = fileURLToPath(new URL('../src/ui/table/no-filter-dropdown.ts', import.meta.url))
const typebox = fileURLToPath(new URL('./typebox-lite.ts', import.meta.url))

/**
 * What the browser never uses of our libraries (docs/decisions/0041): antd's table brings a filter menu with a tree
 * that our filter bar replaces, and typebox brings its compiler although the console only reads schemas.
 */
export function lighterLibraries(): Plugin {
  return {
    name: 'wattkeeper-lighter-libraries',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (source === './FilterDropdown' && importer?.includes('antd/es/table/hooks/useFilter'))
        return emptyFilter
      return source === 'typebox' ? typebox : null
    },
  }
}

/** Their packages do not say so, but importing them changes nothing; only style sheets do. */
export const hasSideEffects = (id: string): boolean => !id.includes('node_modules') || id.endsWith('.css')
