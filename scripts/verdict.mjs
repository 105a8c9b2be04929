// What a run of tests came to, as its reporter writes it down and `npm test` reads it (docs/decisions/0227).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const MOST_LINES = 12
const MOST_FILES_AGAIN = 3

/** `failures`: where each was, whether it was a test or something around tests, and what was thrown. Written to the file that WK_VERDICT names. */
export function writeVerdict({ passed, failures }) {
  const told = failures.map(({ errors, ...where }) => ({
    ...where,
    why: errors.flatMap((error) => linesOf(error).slice(0, MOST_LINES)),
  }))
  writeFileSync(process.env.WK_VERDICT, JSON.stringify({ passed, failures: told }))
}

/** A runner that fails without a failure of its own (it crashed, it found no test) is one failure. */
export function readVerdict(path, runner, code) {
  const { passed, failures } = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { passed: 0, failures: [] }
  const why = [`ended with ${code}, and names no failure`]
  return code !== 0 && failures.length === 0
    ? { passed, failures: [{ name: runner, isTest: false, why }] }
    : { passed, failures }
}

/** Runs the files of a few failures once more, alone; what passes then is unsteady, and is said to be. */
export async function secondLook(verdict, run) {
  const { passed, failures } = verdict
  const files = [...new Set(failures.map(({ file }) => file))]
  if (files.length === 0 || files.length > MOST_FILES_AGAIN || files.includes(undefined)) return verdict
  console.log(`\nOnce more, alone: ${files.join(', ')}`)
  const again = await run(files)
  const isStill = ({ file, name }) => again.failures.some((each) => each.file === file && each.name === name)
  return {
    passed: passed + testsIn(failures) - testsIn(again.failures),
    failures: again.failures,
    unsteady: failures.filter((failure) => !isStill(failure)),
  }
}

/** At the very end, where whoever has only the end of a log still finds it. */
export function tell({ failures, unsteady = [] }) {
  const say = (mark, { file, name, why }) =>
    console.log(['', `${mark} ${[file, name].filter(Boolean).join(' > ')}`, ...why].join('\n    '))
  for (const failure of unsteady) say('! unsteady, passed when it ran again:', failure)
  for (const failure of failures) say('✗', failure)
}

const testsIn = (failures) => failures.filter(({ isTest }) => isTest).length

/** Where the runner stood tells nothing. */
const foreignFrame = /^\s+at (new Promise|.*node_modules)/

const linesOf = ({ message, value, stack }) =>
  stripVTControlCharacters(stack?.includes(message) ? stack : `${message ?? value}\n${stack ?? ''}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
