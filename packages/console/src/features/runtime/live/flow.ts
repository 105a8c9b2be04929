import type { LiveView } from '@wattkeeper/contracts/api/telemetry'

/** The dots move one step every tick, and begin anew after so many. */
export const tickMs = 40
export const steps = 100

/** How far from the nodes the dots begin and end, in px: small Android screens have little room between the nodes. */
export const offsetPx = (userAgent: string): number => (/android/i.test(userAgent) ? 5 : 20)

/** Shown where the device reports nothing, and marked as such. */
const assumedW = 80

export interface Flow {
  readonly watts: number
  /** Against the usual direction: the mains charge the battery. */
  readonly isBackwards: boolean
  /** Not reported. */
  readonly isAssumed: boolean
}

const reported = (watts: number, isBackwards = false): Flow => ({ watts, isBackwards, isAssumed: false })
const assumed: Flow = { watts: assumedW, isBackwards: false, isAssumed: true }

/** From the panels to the inverter, and from there to what is plugged in, or back from the mains. */
export function flowsOf(view: LiveView | undefined): { readonly solar: Flow; readonly load: Flow } {
  const { mpptPower = null, inverterOutputPower = null, pcsInputPower = null } = view ?? {}
  const isCharging = pcsInputPower !== null && pcsInputPower > 0
  return {
    solar: mpptPower === null ? assumed : reported(mpptPower),
    load: isCharging
      ? reported(pcsInputPower, true)
      : inverterOutputPower === null
        ? assumed
        : reported(inverterOutputPower),
  }
}

/** Where the dots of a line are, from 0 at its beginning to 1 at its end. */
export function dotsAt(step: number, { watts, isBackwards }: Flow, count: number): number[] {
  if (watts <= 0) return []
  return Array.from({ length: count }, (_, index) => {
    const share = (((step / steps + index / count) % 1) + 1) % 1
    return isBackwards ? 1 - share : share
  })
}

export const nextStep = (step: number): number => (step + 1) % steps
