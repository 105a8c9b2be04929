// node scripts/with-setup.mjs FILE.ts [arguments]: runs a program of ours on a machine with nothing but Node.
import { join } from 'node:path'
import { ensurePackages, foreground, main, node24, root } from './setup.mjs'

await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  ensurePackages()
  // Paths among the arguments mean the folder in which the user typed the command.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  const code = await foreground(node24, [join(root, file), ...args], { cwd })
  return typeof code === 'number' ? code : 1
})
