import type { Command, CommandReply } from '@wattkeeper/contracts/link'

/** Carries a command out; answers why it could not. */
export type Act = (command: Command) => string | undefined | Promise<string | undefined>

const remembered = 200

/** Acts on each command once: the same id gets the same answer again, however often it comes. */
export class Answers {
  private readonly given = new Map<string, CommandReply | undefined>()
  private readonly act: Act
  private readonly reply: (reply: CommandReply) => void

  constructor(act: Act, reply: (reply: CommandReply) => void) {
    this.act = act
    this.reply = reply
  }

  async receive(command: Command, now: number): Promise<void> {
    const known = this.given.get(command.id)
    if (known) return this.reply(known)
    // Still at work: its answer will come.
    if (this.given.has(command.id)) return
    this.remember(command.id, undefined)
    const refusal = command.expires < now ? 'the command has expired' : await this.attempt(command)
    const reply: CommandReply = refusal
      ? { id: command.id, result: 0, message: refusal.slice(0, 500) }
      : { id: command.id, result: 1 }
    this.remember(command.id, reply)
    this.reply(reply)
  }

  private async attempt(command: Command): Promise<string | undefined> {
    try {
      return await this.act(command)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  private remember(id: string, reply: CommandReply | undefined): void {
    this.given.set(id, reply)
    for (const oldest of this.given.keys()) {
      if (this.given.size <= remembered) break
      this.given.delete(oldest)
    }
  }
}
