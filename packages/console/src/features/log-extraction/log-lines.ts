/** A log as it arrives: whole lines, and the beginning of the next one. */
export class LogLines {
  readonly lines: string[] = []
  private rest = ''

  add(text: string): void {
    const parts = (this.rest + text).split(/\r?\n/)
    this.rest = parts.pop() ?? ''
    for (const part of parts) this.lines.push(part)
  }

  end(): void {
    if (this.rest !== '') this.lines.push(this.rest)
    this.rest = ''
  }
}

/** The numbers of the lines that hold the text, whatever its case. */
export function matchesIn(lines: readonly string[], text: string): number[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [at] : []))
}

/** A line cut into what matches and what does not, alternating, beginning with what does not. */
export function piecesOf(line: string, text: string): string[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [line]
  const pieces: string[] = []
  const lower = line.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, line.slice(from)]
}
