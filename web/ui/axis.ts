/** Their halves are round too, and whole from ten on. */
const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
/** Below ten, halves of the steps are whole units. */
const smallSteps = [1, 2, 4, 6, 8, 10]

/** The next round number that is at least `units`, and at most a third above it from ten on. */
export function roundAbove(units: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, units)))
  const step = (unit === 1 ? smallSteps : steps).find((each) => each * unit >= units) ?? 10
  return Math.round(step * unit)
}

export interface Axis {
  top: number
  /** Negative or 0. */
  bottom: number
  /** Three values, the highest first. */
  lines: readonly [number, number, number]
}

/** One scale for what goes `up` and `down` from zero; the shorter side has a sixth of the height, so that labels fit. */
export function axisOf(up: number, down: number): Axis {
  if (down === 0) {
    const top = Math.max(2, roundAbove(up))
    return { top, bottom: 0, lines: [top, top / 2, 0] }
  }
  const top = Math.max(roundAbove(up), roundAbove(down / 5))
  const below = Math.max(roundAbove(down), roundAbove(top / 5))
  return { top, bottom: -below, lines: [top, 0, -below] }
}
