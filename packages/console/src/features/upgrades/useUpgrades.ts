import { deviceVersions } from '@wattkeeper/contracts/api/device-versions'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { useEffect, useEffectEvent } from 'react'
import { useData } from '../../api/queries.ts'
import { boardsOf, turnOf } from './boards.ts'

/** Specified; the live stream is faster, and this is there when it is not. */
const pollMs = 5_000

/** The boards of a device with their versions and progress, while the dialog is there to show them. */
export function useUpgrades(deviceId: number) {
  const versions = useData(
    deviceVersions.ofDevice,
    { equipId: deviceId },
    { live: ['upgrades', 'devices'], quiet: true, staleTimeMs: 0 },
  )
  const progress = useData(
    upgrades.progress,
    { equipIds: [deviceId] },
    { live: ['upgrades'], pollMs, quiet: true, staleTimeMs: 0 },
  )
  const jobs = progress.data ?? []
  const turn = turnOf(jobs)
  const readVersions = useEffectEvent(versions.refresh)
  useEffect(() => {
    if (turn) readVersions()
  }, [turn])
  return {
    boards: versions.data && boardsOf(versions.data, jobs),
    failure: versions.failure ?? progress.failure,
  }
}
