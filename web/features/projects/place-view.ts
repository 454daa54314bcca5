import { boundsOf, type Position } from '#shared/rules/place.ts'

/** In degrees; y grows south, the height is half the width. */
export interface PlaceView {
  x: number
  y: number
  width: number
}

export const widest = 360
/** Degrees: the country and the next. */
const aroundPoint = 40

/** Four times as wide as the positions; the world without any. */
export function viewAround(positions: readonly Position[]): PlaceView {
  if (positions.length === 0) return { x: -180, y: -90, width: widest }
  const { west, south, east, north } = boundsOf(positions)
  const extent = Math.max(east - west, 2 * (north - south))
  return viewOf((west + east) / 2, (south + north) / 2, Math.min(extent > 0 ? extent * 4 : aroundPoint, widest))
}

export function viewOf(longitude: number, latitude: number, width: number): PlaceView {
  return { x: longitude - width / 2, y: -latitude - width / 4, width }
}
