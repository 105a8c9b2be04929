export { checkParams } from './params.ts'
export { SWITCH_VALID_MS, announceQueued, queueCommand } from './queue.ts'
export type { CommandBody, NewCommand, QueuedCommand } from './queue.ts'
