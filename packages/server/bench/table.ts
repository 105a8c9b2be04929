import type { Figure } from './figures.ts'

const verdictOf = ({ isMet }: Figure): string => (isMet === undefined ? '' : isMet ? 'reached' : 'missed')

/** A figure as one block of lines for a terminal. */
export function printed(figure: Figure): string {
  const { what, reach, measured, reason } = figure
  const mark = figure.isMet === undefined ? '·' : figure.isMet ? '✓' : '✗'
  return [
    `${mark} ${what}`,
    `    reach     ${reach}`,
    `    measured  ${measured}`,
    ...(reason ? [`    because   ${reason}`] : []),
  ].join('\n')
}

export interface Occasion {
  readonly machine: string
  /** Of the last minute, by others. */
  readonly loadBefore: number
  readonly date: string
  readonly commit: string
  readonly command: string
  readonly minutes: number
}

/** Half a core: what a machine does by itself. */
const quiet = 0.5
const busyMachine = `**The machine was not quiet.** Other programs worked on it at the same time (\`others\` below): the absolute figures say
more about that than about the product, and a mark that is missed here may be reached on a quiet machine.

`

/** The table, and why a mark is missed. */
export function figuresSection(figures: readonly Figure[], occasion: Occasion): string {
  const { machine, loadBefore, date, commit, command, minutes } = occasion
  const rows = figures.map((figure) => [figure.what, figure.reach, figure.measured, verdictOf(figure)])
  const missed = figures.filter(({ isMet }) => isMet === false)
  return `# Figures

Written by \`${command}\` in ${minutes.toFixed(0)} minutes, all in one run: one installation as \`npm start\` runs it, load from a process
of its own on the same cores, over 127.0.0.1. Ratios travel between machines, absolute figures do not.

- Machine: ${machine}
- Load before the run (mean of the last minute): ${loadBefore.toFixed(1)}
- Date: ${date}
- Commit: ${commit}

${loadBefore > quiet ? busyMachine : ''}${tableOf(['what', 'reach', 'measured', 'verdict'], rows)}

${missed.length === 0 ? 'Every mark is reached.' : 'What misses its mark, and why:'}
${missed.map(({ what, reason }) => `\n- ${what}: ${reason ?? 'not known yet'}.`).join('')}`
}

export const methodSection = `## How it is measured

- The 10,000 devices hold one connection each, with a password and two subscriptions, over eight loopback addresses. The open-loop
  load sends when a message is due, not when the last was acknowledged; the time of an acknowledgement counts from when it was due.
- One message in 21 is about alarms, one in eleven of those opens a fault, the device's next one closes it.
- Lost: what was sent, less the rows that the database holds afterwards.
- The pipelining connections keep up to 24 messages each on their way, for 20 s.
- The raw ceiling stores the same rows through the same staging table on two connections, and nothing else.
- Lists are asked over HTTP by a person of the platform and one of a manufacturer, 300 times each, one after the other;
  each filter of the event list, and each list of people and of what they look after, 100 times.
- The downloads come over HTTP from a process of their own, each by a link and in four parts, one after the other. The bare server
  streams the same file over the same loopback afterwards, asked in the same way, and looks nothing up.
- A command's round trip goes from the request to the row that says success: over HTTP, the bus, MQTT and back. For the
  drain every device but a hundred has one command waiting, and all connect at once; the hundred are given commands meanwhile.
- The console is looked at by Chromium, five times each with empty caches; the figure is the median.
`

export function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
