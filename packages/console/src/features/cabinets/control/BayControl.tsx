import type { Device } from '@wattkeeper/contracts/api/devices'
import { commands } from '@wattkeeper/contracts/api/commands'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../api/profile.tsx'
import { BayTile } from '../picture/BayTile.tsx'
import { LivePicture } from '../picture/LivePicture.tsx'
import { usePicture } from '../picture/usePicture.ts'
import { useText } from '../text.ts'
import { BayPanel } from './BayPanel.tsx'
import picture from '../picture/picture.module.css'

/** The cabinet's picture, each bay a choice, and what can be done with the chosen one. */
export function BayControl({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const may = useMay()
  const shown = usePicture(device.id)
  const [chosen, choose] = useState<number>()
  const bay = shown.data?.bays.find((each) => each.bay === chosen)
  // what there was stays to be seen; nothing can be done with it
  const isAway = device.isOnline === 0
  const panel = bay ? <BayPanel key={bay.bay} device={device} bay={bay} /> : <p>{t('control.pick')}</p>
  return (
    <>
      {!isAway && (may(commands.control) ? panel : <p>{t('control.mayNot')}</p>)}
      <LivePicture
        device={device}
        picture={shown}
        renderBay={(each) => (
          <button
            type="button"
            className={picture.choice}
            aria-pressed={each.bay === chosen}
            onClick={() => choose(each.bay)}
          >
            <span className="wk-visually-hidden">{t('bay.select', { bay: each.bay })}</span>
            <BayTile bay={each} />
          </button>
        )}
      />
    </>
  )
}
