import type { Plugin } from 'vite'

const isPages = /\/features\/[^/]+\/pages\.ts$/
const question = /\bearly: \[[^\]]*\],?/g

/**
 * The first questions of every page stand in the boot script; left in the app they would bring the contracts of all
 * features into its first load.
 */
export function questionsOnlyInBoot(): Plugin {
  return {
    name: 'wattkeeper-questions-only-in-boot',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) => (isPages.test(id) ? { code: code.replace(question, ''), map: null } : null),
  }
}
