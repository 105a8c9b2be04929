import {
  type RolloutCounts,
  type RolloutKindName,
  rolloutKinds,
  stopReasons,
} from '@wattkeeper/contracts/api/rollouts'
import { upgradeReasons } from '@wattkeeper/contracts/api/upgrades'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'

const said = {
  upgrade: words('{part} 升级到 {version} 失败：{reason}', '{part} was not upgraded to {version}: {reason}'),
  stopped: words(
    '{what}已自动停止，{reason}（成功 {success}，失败 {failed}，未完成 {open}）',
    '{what} stopped by itself: {reason} ({success} succeeded, {failed} failed, {open} not done)',
  ),
  completed: words(
    '{what}已完成，失败 {failed}，成功 {success}',
    '{what} completed, {failed} failed, {success} succeeded',
  ),
  remarked: words('{kind}“{remark}”', '{kind} “{remark}”'),
}
const unknown = words('原因未知', 'unknown reason')

interface FailedUpgrade {
  readonly part: Words
  readonly version: string
  readonly reason: string | null
}

export const failedUpgrade = ({ part, version, reason }: FailedUpgrade): Words =>
  inBoth(said.upgrade, (language) => ({
    ...{ part: part[language], version },
    reason: reasonIn(upgradeReasons, reason)[language],
  }))

export interface EndedRollout {
  readonly kind: RolloutKindName
  readonly remark: string
  readonly counts: Partial<RolloutCounts>
  /** Why it stopped by itself; null: it has completed. */
  readonly reason: string | null
}

/** How a roll-out ended, with what became of the devices that the reader sees. */
export const endedRollout = ({ kind, remark, counts, reason }: EndedRollout): Words =>
  inBoth(reason === null ? said.completed : said.stopped, (language) => {
    const { waiting = 0, sent = 0, success = 0, failed = 0 } = counts
    const name = rolloutKinds[kind][language]
    return {
      ...{ success, failed, open: waiting + sent, reason: reasonIn(stopReasons, reason)[language] },
      what: remark === '' ? name : say(said.remarked, language, { kind: name, remark }),
    }
  })

function reasonIn(known: Readonly<Record<string, Words>>, reason: string | null): Words {
  return (reason === null ? undefined : known[reason]) ?? unknown
}

function inBoth(text: Words, paramsIn: (language: Language) => Record<string, string | number>): Words {
  return { zh: say(text, 'zh', paramsIn('zh')), en: say(text, 'en', paramsIn('en')) }
}
