export { Lanes } from './lanes.ts'
export { laneTicks } from './ticks.ts'
export { proving, replyMessages } from './messages.ts'
export { checkParams, paramWiring, settableParams } from './params.ts'
export {
  SWITCH_VALID_MS,
  announceChanges,
  announceQueued,
  queueCommand,
  queueCommands,
  withdrawCommands,
} from './queue.ts'
export type { CommandBody, NewCommand, QueuedCommand } from './queue.ts'
