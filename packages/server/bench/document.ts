import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Sections that begin with a heading, each written by whoever measures it. */
const document = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url))

/** Puts each section in the place of the one with the same heading, or at the end; all others stay as they are. */
export function writeSections(...sections: readonly string[]): void {
  const before = existsSync(document) ? readFileSync(document, 'utf8') : ''
  writeFileSync(document, withSections(before, sections))
}

export function withSections(text: string, sections: readonly string[]): string {
  const parts = text.split(/^(?=##? )/m).filter((part) => part.trim() !== '')
  for (const section of sections) {
    const at = parts.findIndex((part) => headingOf(part) === headingOf(section))
    parts.splice(at < 0 ? parts.length : at, 1, section)
  }
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`
}

const headingOf = (section: string): string => section.split('\n', 1)[0]?.trim() ?? ''
