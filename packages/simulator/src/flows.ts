/** Power by way, in watts: what comes in and what goes out at the sockets of a portable power station. */
export interface Intake {
  mains: number
  solar: number
  car: number
  andersen: number
}

export interface Output {
  ac: number
  usbA1: number
  usbA2: number
  typeC1: number
  typeC2: number
  car: number
  wireless: number
  light: number
  andersen: number
}

export interface Flows {
  readonly intake: Intake
  readonly out: Output
  readonly totalInW: number
  readonly totalOutW: number
}

/** Losses between socket and pack. */
const mainsToPack = 0.93
const chargerToPack = 0.95
const packToMains = 0.9
const packToPorts = 0.92
/** What the electronics draw while anything is on. */
const ownUseW = 6

/** What the pack has to take (positive) or give for these flows. */
export function packPowerOf({ mains, solar, car, andersen }: Intake, out: Output): number {
  const { ac, ...ports } = out
  const portsW = sum(ports)
  return (
    mains * mainsToPack +
    (solar + car + andersen) * chargerToPack -
    ac / packToMains -
    portsW / packToPorts -
    ownUseW
  )
}

/**
 * Brings the flows in line with what the pack really took or gave: a full pack throttles what comes in, an empty one
 * what goes out.
 */
export function settleFlows(intake: Intake, out: Output, takenW: number): Flows {
  const wantedW = packPowerOf(intake, out)
  const given = { ...out }
  const taken = { ...intake }
  if (takenW < wantedW) throttle(taken, wantedW - takenW)
  else if (takenW > wantedW) shed(given, takenW - wantedW)
  return { intake: taken, out: given, totalInW: sum(taken), totalOutW: sum(given) }
}

function throttle(intake: Intake, excessW: number): void {
  const mainsCutW = Math.min(intake.mains, excessW / mainsToPack)
  intake.mains -= mainsCutW
  const rest = excessW - mainsCutW * mainsToPack
  const others = intake.solar + intake.car + intake.andersen
  const share = others > 0 ? Math.max(0, 1 - rest / (others * chargerToPack)) : 0
  intake.solar *= share
  intake.car *= share
  intake.andersen *= share
}

function shed(out: Output, lackW: number): void {
  const { ac, ...ports } = out
  const drawnW = ac / packToMains + sum(ports) / packToPorts
  const share = drawnW > 0 ? Math.max(0, 1 - lackW / drawnW) : 0
  out.ac *= share
  out.usbA1 *= share
  out.usbA2 *= share
  out.typeC1 *= share
  out.typeC2 *= share
  out.car *= share
  out.wireless *= share
  out.light *= share
  out.andersen *= share
}

function sum(powers: object): number {
  let total = 0
  for (const power of Object.values(powers)) total += Number(power)
  return total
}
