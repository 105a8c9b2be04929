import { type UpgradeReason, upgradeReasons } from '@wattkeeper/contracts/api/upgrades'
import { useWords } from '../../i18n/i18n.ts'

interface Outcome {
  readonly reason: UpgradeReason | null
  readonly message: string | null
}

/** Why an upgrade did not succeed, with the device's own words behind ours. */
export function useOutcomeText(): (outcome: Outcome) => string {
  const said = useWords()
  return ({ reason, message }) => [reason && said(upgradeReasons[reason]), message].filter(Boolean).join('：')
}
