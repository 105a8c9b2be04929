/** The words of the device protocol for what is wrong with a message, and what a person is told. */
const reasonTexts = {
  notUtf8: 'reason.notUtf8',
  notJson: 'reason.notJson',
  notAnObject: 'reason.notAnObject',
  wrongLength: 'reason.wrongLength',
  wrongTs: 'reason.wrongTs',
  wrongType: 'reason.wrongType',
  unknownBoard: 'reason.unknownBoard',
  clockWrong: 'reason.clockWrong',
  notExpected: 'reason.notExpected',
  unreadable: 'reason.unreadable',
  refusedByDatabase: 'reason.refusedByDatabase',
} as const

type Known = keyof typeof reasonTexts
const isKnown = (reason: string): reason is Known => Object.hasOwn(reasonTexts, reason)

/** The text for a reason; undefined of one that is newer than this console. */
export const reasonText = (reason: string): (typeof reasonTexts)[Known] | undefined =>
  isKnown(reason) ? reasonTexts[reason] : undefined
