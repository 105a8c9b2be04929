/** What the terminal shows of a process that logs JSON lines: warnings and worse, and whatever is no such line. */
export function terminalLine(name: string, line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return line.trim() === '' ? undefined : `[${name}] ${line}`
  if (entry.level < warning) return undefined
  const word = entry.level >= 50 ? 'ERROR' : 'WARN'
  return `[${name}] ${word} ${entry.message}${entry.detail}`
}

const warning = 40

function parse(line: string): { level: number; message: string; detail: string } | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const entry = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: { message?: unknown } }
    if (typeof entry.level !== 'number') return undefined
    const detail = typeof entry.err?.message === 'string' ? `: ${entry.err.message}` : ''
    return { level: entry.level, message: typeof entry.msg === 'string' ? entry.msg : '', detail }
  } catch {
    return undefined
  }
}
