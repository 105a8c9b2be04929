// What a run of tests came to, as its reporter writes it down and `npm test` reads it: what failed is said again at the
// very end, where whoever has only the end of a log still finds it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const MOST_LINES = 12

/** `failures`: where it was, and what was thrown there. Written to the file that WK_VERDICT names. */
export function writeVerdict({ passed, failures }) {
  const told = failures.map(({ where, errors }) => ({
    where,
    why: errors.flatMap((error) => linesOf(error).slice(0, MOST_LINES)),
  }))
  writeFileSync(process.env.WK_VERDICT, JSON.stringify({ passed, failures: told }))
}

/** A runner that fails without a failure of its own (it crashed, it found no test) is one failure. */
export function readVerdict(file, runner, code) {
  const { passed, failures } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failures: [] }
  const isCrash = code !== 0 && failures.length === 0
  return {
    passed,
    failures: isCrash ? [{ where: runner, why: [`ended with ${code}, and names nothing`] }] : failures,
  }
}

export function tell(failures) {
  for (const { where, why } of failures) console.log(['', `✗ ${where}`, ...why].join('\n    '))
}

/** Where the runner stood does not tell anything. */
const foreignFrame = /^\s+at (new Promise|.*node_modules)/

const linesOf = ({ message, value, stack }) =>
  stripVTControlCharacters(stack?.includes(message) ? stack : `${message ?? value}\n${stack ?? ''}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
