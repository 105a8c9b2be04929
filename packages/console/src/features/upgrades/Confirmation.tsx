import { upgradeProblems } from '@wattkeeper/contracts/api/upgrades'
import { type ReactNode, useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from './text.ts'

interface Props {
  readonly children: ReactNode
  readonly order: (insist: boolean) => Promise<unknown>
  readonly onOrdered: () => void
  readonly onClose: () => void
}

/** What the server does only when told twice; an answer carries its words and no other mark. */
const overruled = [upgradeProblems.penalty, upgradeProblems.upToDate].flatMap(({ words }) => [
  words.zh,
  words.en,
])

/** Asks before an upgrade is ordered, and again where the server has something against it that a person can overrule. */
export function Confirmation({ children, order, onOrdered, onClose }: Props): ReactNode {
  const t = useText()
  const [refusal, setRefusal] = useState<string>()
  const run = async () => {
    try {
      await order(refusal !== undefined)
    } catch (thrown) {
      const { message } = asFailure(thrown)
      if (overruled.includes(message)) setRefusal(message)
      throw thrown
    }
    onOrdered()
  }
  if (refusal === undefined) {
    return (
      <ConfirmBox okText={t('upgrade')} onConfirm={run} onClose={onClose}>
        {children}
      </ConfirmBox>
    )
  }
  return (
    <ConfirmBox key="insist" isDanger okText={t('insist.ok')} onConfirm={run} onClose={onClose}>
      <p>{refusal}</p>
      <p>{t('insist.ask')}</p>
    </ConfirmBox>
  )
}
