import type { Command, CommandReply } from '@wattkeeper/contracts/link'
import type { Line } from './deliveries.ts'
import type { Random } from './random.ts'
import type { Wheel } from './wheel.ts'

/** How devices take commands badly; `lie`: says yes and does nothing; `mixed`: each command in another way, or well. */
export const commandTroubles = [
  'silent',
  'late',
  'wrong-id',
  'double',
  'refuse',
  'lie',
  'vanish',
  'mixed',
] as const
export type CommandTrouble = (typeof commandTroubles)[number]

type Kind = Exclude<CommandTrouble, 'mixed'>
const kinds = commandTroubles.filter((each) => each !== 'mixed')

/** After the platform has asked again. */
const lateMs = 12_000
const remembered = 200

interface Surroundings {
  readonly line: Line
  readonly wheel: Wheel
  readonly random: Random
  /** Tells of its parameters as they are. */
  readonly sayInfo: () => void
}

/** Stands between a device and the platform, and spoils what is said about commands. */
export class Mischief {
  trouble: CommandTrouble | undefined
  private readonly surroundings: Surroundings
  private readonly kindOf = new Map<string, Kind | undefined>()

  constructor(trouble: CommandTrouble | undefined, surroundings: Surroundings) {
    this.trouble = trouble
    this.surroundings = surroundings
  }

  /** Whether the device gets to see the command at all. */
  lets({ id, kind: wanted }: Command): boolean {
    const isNew = !this.kindOf.has(id)
    if (isNew) this.remember(id)
    // What came again goes well at last, unless all of them are to fail.
    else if (this.trouble === 'mixed') this.kindOf.set(id, undefined)
    const kind = this.kindOf.get(id)
    if (kind === 'refuse') this.send({ id, result: 0, message: 'out of order' })
    if (kind === 'lie') this.send({ id, result: 1 })
    if (kind === 'lie' && wanted === 'param') this.surroundings.sayInfo()
    return kind !== 'silent' && kind !== 'refuse' && kind !== 'lie'
  }

  say(reply: CommandReply): void {
    const { line, wheel, random } = this.surroundings
    const kind = this.kindOf.get(reply.id)
    if (kind === 'vanish') {
      this.kindOf.set(reply.id, undefined)
      line.cut()
    } else if (kind === 'late') wheel.after(lateMs, () => this.send(reply))
    else if (kind === 'wrong-id') this.send({ ...reply, id: strangeId(random) })
    else this.send(reply)
    if (kind === 'double') this.send({ id: reply.id, result: reply.result === 1 ? 0 : 1 })
  }

  private send(reply: CommandReply): void {
    this.surroundings.line.send('reply', reply)
  }

  private remember(id: string): void {
    const { random } = this.surroundings
    const { trouble } = this
    this.kindOf.set(id, trouble === 'mixed' ? mixed(random) : trouble)
    for (const oldest of this.kindOf.keys()) {
      if (this.kindOf.size <= remembered) break
      this.kindOf.delete(oldest)
    }
  }
}

/** Every other one goes well. */
const mixed = (random: Random): Kind | undefined =>
  random.chance(0.5) ? kinds[random.whole(0, kinds.length - 1)] : undefined

const strangeId = (random: Random): string =>
  '00000000-0000-4000-8000-000000000000'.replace(/0{12}$/, String(random.whole(1, 999_999)).padStart(12, '0'))
