import type { Db, Services } from '../../context.ts'
import type { Claim, ClaimedTarget, Told } from './claim-queries.ts'
import { claimTargets, decideAlone, notePassedOver, noteTold } from './claim-queries.ts'
import { AWAY_MS, judge } from './judge.ts'
import type { Dispatch, Dispatched, RolloutKind } from './kinds.ts'
import { heldWithin, isOpen, nextGroup } from './pace.ts'
import type { TurningRollout } from './turn-queries.ts'
import * as queries from './turn-queries.ts'

/** Without a limit so many go out in one transaction. */
const portion = 500
/** While nobody can be told, what ten thousand wait for is not looked at every second. */
const lookAgainMs = 5_000

/** When each roll-out's waiting targets were last looked at in vain; to lose it costs another look. */
export type Looks = Map<number, number>

interface Turned {
  readonly hasChanged: boolean
  readonly kind: RolloutKind | undefined
  readonly dispatched: readonly Dispatched[]
}

const idle: Turned = { hasChanged: false, kind: undefined, dispatched: [] }

/** Moves every roll-out on by what is due. Any process may, several at once: whoever holds a row has its turn. */
export async function turn(
  services: Services,
  kinds: readonly RolloutKind[],
  looks: Looks = new Map(),
): Promise<void> {
  const { database, clock } = services
  const failures: unknown[] = []
  const open = await queries.openRollouts(database.system, iso(clock.now()))
  for (const id of looks.keys()) if (!open.includes(id)) looks.delete(id)
  for (const id of open) {
    // One that cannot be turned holds none of the others up.
    await turnOne({ services, kinds, id, looks }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'roll-outs could not be turned')
}

async function turnOne(means: Means): Promise<void> {
  const { services, id } = means
  for (;;) {
    const { hasChanged, kind, dispatched } = await services.database.system
      .transaction()
      .execute((db) => step(db, means))
    kind?.announce(services, dispatched)
    if (hasChanged) services.bus.announce('rolloutsChanged', { rolloutIds: [id] })
    if (dispatched.length < portion) return
  }
}

interface Means {
  readonly services: Services
  readonly kinds: readonly RolloutKind[]
  readonly id: number
  readonly looks: Looks
}

async function step(db: Db, { services, kinds, id, looks }: Means): Promise<Turned> {
  const now = services.clock.now()
  const rollout = await queries.takeTurn(db, id, iso(now))
  const kind = kinds.find(({ name }) => name === rollout?.kind)
  if (!rollout || !kind) return idle
  const ended = await queries.endOverdue(db, id, iso(now))
  const verdict = judge(rollout, await queries.progressOf(db, id, rollout.round))
  if ('complete' in verdict || 'stop' in verdict) {
    const reason = 'stop' in verdict ? verdict.stop : null
    await queries.endRollout(db, id, { state: reason ? 'stopped' : 'completed', reason, now: iso(now) })
    return { ...idle, hasChanged: true }
  }
  if (verdict.go === 'none') {
    const hasChanged =
      'awaits' in verdict && verdict.awaits ? await follow(db, { rollout, kind, now }, verdict.awaits) : false
    return { ...idle, hasChanged: hasChanged || ended > 0 }
  }
  const due = heldWithin(rollout, Date.parse(rollout.nextGroupAt ?? iso(now)), now)
  if (due > now) {
    if (iso(due) !== rollout.nextGroupAt) await queries.moveGroup(db, id, iso(due))
    return { ...idle, hasChanged: ended > 0 }
  }
  if (!isOpen(windowOf(rollout), now, services.timeZone)) return { ...idle, hasChanged: ended > 0 }
  const group = await sendGroup(db, { rollout, kind, now, go: verdict.go, looks })
  if (group.dispatched.length > 0)
    await queries.noteGroup(db, id, { nextGroupAt: iso(nextGroup(rollout, due, now)), now: iso(now) })
  return { hasChanged: group.hasChanged || ended > 0, kind, dispatched: group.dispatched }
}

interface Turning {
  readonly rollout: TurningRollout
  readonly kind: RolloutKind
  readonly now: number
}

/** The first device has succeeded: the others come when it has returned, and not at all when it stays away. */
async function follow(
  db: Db,
  { rollout: { id }, kind, now }: Turning,
  { workId, since }: { readonly workId: number; readonly since: string },
): Promise<boolean> {
  if (!kind.hasReturned || (await kind.hasReturned(db, workId, now))) {
    await queries.noteLed(db, id)
    return true
  }
  if (now - Date.parse(since) < AWAY_MS) return false
  await queries.endRollout(db, id, { state: 'stopped', reason: 'leaderAway', now: iso(now) })
  return true
}

async function sendGroup(
  db: Db,
  turning: Turning & { readonly go: 'all' | 'canaries' | 'leader'; readonly looks: Looks },
) {
  const { rollout, kind, now, go } = turning
  const size = go === 'leader' ? 1 : (rollout.groupSize ?? portion)
  const onlyCanaries = go === 'canaries'
  const passed: number[] = []
  const told: Told[] = []
  const dispatched: Dispatched[] = []
  let last = 0
  await decideAlone(db)
  while (dispatched.length < size) {
    const claim: Claim = { now: iso(now), limit: size - dispatched.length, onlyCanaries, passed }
    const targets = await claimTargets(db, rollout.id, claim)
    if (targets.length === 0) break
    const { deadlineHours, createdBy, body } = rollout
    const order = { rolloutId: rollout.id, body, now, deadlineHours, createdBy }
    const answers = await kind.dispatch(db, order, targets)
    const some = answers.map(toldOf)
    told.push(...some)
    dispatched.push(...dispatchedOf(targets, some))
    // Whatever was not taken is not asked for again in this group.
    passed.push(...targets.map(({ targetId }) => targetId))
    last = Math.max(last, ...targets.map(({ position }) => position))
  }
  const group = { now: iso(now), round: rollout.round, number: rollout.groupsSent + 1 }
  if (told.length > 0) await noteTold(db, told, { ...group, deadlineHours: rollout.deadlineHours })
  const until = dispatched.length < size ? null : last
  const over = await lookAtRest(db, turning, { hasTold: dispatched.length > 0, until, onlyCanaries })
  return { dispatched, hasChanged: told.length + over > 0 }
}

/** Targets whose turn came in vain are waited for from now on, and those whose device is gone not at all. */
async function lookAtRest(
  db: Db,
  { rollout: { id, deadlineHours }, now, looks }: Turning & { readonly looks: Looks },
  {
    hasTold,
    ...passed
  }: { readonly hasTold: boolean; readonly until: number | null; readonly onlyCanaries: boolean },
): Promise<number> {
  const since = now - (looks.get(id) ?? -Infinity)
  if (!hasTold && since >= 0 && since < lookAgainMs) return 0
  looks.set(id, now)
  const gone = await queries.skipGone(db, id, iso(now))
  return gone + (await notePassedOver(db, id, { now: iso(now), deadlineHours, ...passed }))
}

const toldOf = (answer: Dispatch): Told => ({
  targetId: answer.targetId,
  workId: 'workId' in answer ? answer.workId : null,
  skipped: 'skipped' in answer ? answer.skipped : null,
  notYet: 'notYet' in answer ? answer.notYet : null,
  valueBefore: 'valueBefore' in answer ? answer.valueBefore : null,
})

function dispatchedOf(targets: readonly ClaimedTarget[], told: readonly Told[]): Dispatched[] {
  const devices = new Map(targets.map(({ targetId, deviceId }) => [targetId, deviceId]))
  return told.flatMap(({ targetId, workId }) => {
    const deviceId = devices.get(targetId)
    return workId === null || deviceId === undefined ? [] : [{ targetId, deviceId, workId }]
  })
}

const windowOf = ({ windowFrom: from, windowUntil: until }: TurningRollout) =>
  from === null || until === null ? undefined : { from, until }

const iso = (at: number): string => new Date(at).toISOString()
