import { type CabinetPicture, cabinets } from '@wattkeeper/contracts/api/cabinets'
import { useEffect, useEffectEvent } from 'react'
import { onLive } from '../../../api/live.ts'
import { type Data, useData } from '../../../api/queries.ts'

/** The stream does not tell of every message: one small read of the newest values now and then, while somebody looks. */
const readEveryMs = 5_000
/** A cabinet that has acted reports at once; until then its report is on its way. */
const reportTakesMs = 700

/** A cabinet as its newest message shows it, read again soon after each of its commands. */
export function usePicture(deviceId: number): Data<CabinetPicture | null> {
  const picture = useData(cabinets.picture, { equipId: deviceId }, { pollMs: readEveryMs, quiet: true })
  const refresh = useEffectEvent(() => picture.refresh())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLive((event) => {
      if (event.type !== 'commands' || !event.equipIds.includes(deviceId)) return
      clearTimeout(timer)
      timer = setTimeout(() => refresh(), reportTakesMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [deviceId])
  return picture
}
