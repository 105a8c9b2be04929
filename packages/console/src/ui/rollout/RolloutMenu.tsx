import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/queries.ts'
import { Dropdown } from '../Dropdown.tsx'
import { AskDeed, type Steered, useMaySteer } from './RolloutActions.tsx'
import { type Deed, deedsOf } from './rollout-rules.ts'
import { useText } from './text.ts'

/** What a list knows of a roll-out; whoever is asked is told how it stands by then. */
type Listed = Omit<Steered, 'stopReason'>

/** 更多 in a row: what can be done with its roll-out, as on the roll-out's own page. */
export function RolloutMenu({ rollout }: { readonly rollout: Listed }): ReactNode {
  const t = useText()
  const maySteer = useMaySteer()
  const [asked, setAsked] = useState<Deed>()
  const deeds = maySteer(rollout.kind) ? deedsOf(rollout) : []
  return (
    <>
      {deeds.length > 0 && (
        <Dropdown
          menu={{
            items: deeds.map((deed) => ({
              ...{ key: deed, label: t(deed), danger: deed === 'cancel' },
              onClick: () => setAsked(deed),
            })),
          }}
        >
          <Button type="link" size="small">
            {t('more')}
          </Button>
        </Dropdown>
      )}
      {asked && <AskAsItStands deed={asked} rollout={rollout} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface AskProps {
  readonly deed: Deed
  readonly rollout: Listed
  readonly onClose: () => void
}

function AskAsItStands({ deed, rollout, onClose }: AskProps): ReactNode {
  const { data, failure } = useData(rollouts.detail, { id: rollout.id }, { quiet: true })
  if (!data && !failure) return null
  return <AskDeed deed={deed} rollout={data ?? { ...rollout, stopReason: null }} onClose={onClose} />
}
