import type { Position } from '#shared/rules/place.ts'

/** A ring as a closed SVG path in degrees; y grows south. */
export function outlineOf(ring: readonly Position[]): string {
  return `M${ring.map(([longitude, latitude]) => `${longitude},${-latitude}`).join('L')}Z`
}
