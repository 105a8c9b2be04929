/** A rectangle around its middle, in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height

/** Those that lie on none that came before them. */
export function fitting<B extends Box>(boxes: readonly B[]): B[] {
  const kept: B[] = []
  for (const box of boxes) if (!kept.some((other) => overlap(box, other))) kept.push(box)
  return kept
}
