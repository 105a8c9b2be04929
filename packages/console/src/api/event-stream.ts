const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Doubles from failure to failure. */
export const waitBeforeTry = (failures: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))

/** Cuts the text of an event stream into its events; what is incomplete is given back. */
export function cutEvents(text: string): { readonly events: readonly string[]; readonly rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks
    .map((block) =>
      block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    )
    .filter((data) => data !== '')
  return { events, rest }
}
