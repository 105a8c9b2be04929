import { commandResults } from '@wattkeeper/contracts/api/commands'
import { type Words, words } from '@wattkeeper/contracts/kit'

const names: Readonly<Record<string, Words>> = commandResults
const inFlight = words('执行中', 'In progress')

/** What a result is called; one that nobody knows is shown as it is. */
export function resultName(result: number | null): Words {
  if (result === null) return inFlight
  return names[String(result)] ?? words(`未知（${result}）`, `Unknown (${result})`)
}
