import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('planted-route.ts', import.meta.url))
const settings: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  types: [],
}

/** What the compiler says of a file beside this one. */
function complaintsOf(source: string): string[] {
  const disk = ts.createCompilerHost(settings)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === file || disk.fileExists(name),
    getSourceFile: (name, target) =>
      name === file ? ts.createSourceFile(name, source, target) : disk.getSourceFile(name, target),
  }
  const program = ts.createProgram([file], settings, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('a route that does not say who may call it does not compile', () => {
  const complaints = complaintsOf(`
    import { get } from './route.ts'
    export const said = get('/api/planted/said', { access: 'planted.read' })
    export const unsaid = get('/api/planted/unsaid', {})
    export const unknown = get('/api/planted/unknown', { access: 'anybody' })`)
  expect(complaints).toHaveLength(2)
  expect(complaints[0]).toContain(`'access' is missing`)
  expect(complaints[1]).toContain(`"anybody"' is not assignable`)
}, 60_000)
