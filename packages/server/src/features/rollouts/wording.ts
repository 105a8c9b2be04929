import { commandReasons } from '@wattkeeper/contracts/api/commands'
import { targetReasons } from '@wattkeeper/contracts/api/rollouts'
import { upgradeReasons, upgradeRefusals } from '@wattkeeper/contracts/api/upgrades'
import { type Language, type Words, say } from '@wattkeeper/contracts/kit'

const known: Readonly<Record<string, Words>> = {
  ...commandReasons,
  ...upgradeRefusals,
  ...upgradeReasons,
  ...targetReasons,
}

/** A reason as people read it; one that nobody has worded stands for itself. */
export function reasonText(reason: string | null, language: Language): string {
  const said = reason === null ? undefined : known[reason]
  return said ? say(said, language) : (reason ?? '')
}

/** The reason, then what the device said; null where there is neither. */
export function messageOf(
  { reason, message }: { readonly reason: string | null; readonly message: string | null },
  language: Language,
): string | null {
  const parts = [reasonText(reason, language), message ?? ''].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(language === 'zh' ? '：' : ': ') : null
}
