import { countryMiddles } from '#shared/rules/country-middles.ts'
import type { MapBox } from '#shared/rules/map-box.ts'

/** The visible area in degrees; y grows south, and the height is half the width. */
export interface MapView {
  x: number
  y: number
  width: number
}

const widest = 360
const narrowest = 0.01
export const wholeWorld: MapView = { x: -180, y: -90, width: widest }

const widthWithin = (width: number) => Math.min(Math.max(width, narrowest), widest)

function viewAt(longitude: number, latitude: number, wantedWidth: number): MapView {
  const width = widthWithin(wantedWidth)
  const [x, y] = [Math.min(Math.max(longitude, -180), 180), Math.min(Math.max(latitude, -90), 90)]
  return width === widest ? wholeWorld : { x: x - width / 2, y: -y - width / 4, width }
}

/** The view of a box with a margin. */
export function viewOf({ west, south, east, north }: MapBox): MapView {
  return viewAt((west + east) / 2, (south + north) / 2, Math.max(east - west, 2 * (north - south)) * 1.5)
}

export function nearer({ x, y, width }: MapView, factor: number): MapView {
  return viewAt(x + width / 2, -(y + width / 4), width / factor)
}

/** Pans by fractions of the width. */
export function moved({ x, y, width }: MapView, right: number, down: number): MapView {
  return viewAt(x + width * (right + 1 / 2), -(y + width * (down + 1 / 4)), width)
}

/** Fractions of the map's width from its top left. */
export type Point = readonly [right: number, down: number]

/** Keeps under one finger, or two, what was there; two also zoom. */
export function grasped(view: MapView, from: readonly Point[], to: readonly Point[]): MapView {
  const [[right, down], [toRight, toDown]] = [middleOf(from), middleOf(to)]
  const [apart, toApart] = [distanceOf(from), distanceOf(to)]
  const width = widthWithin(apart > 0 && toApart > 0 ? (view.width * apart) / toApart : view.width)
  const x = view.x + right * view.width - toRight * width
  const y = view.y + down * view.width - toDown * width
  return viewAt(x + width / 2, -(y + width / 4), width)
}

function middleOf(points: readonly Point[]): Point {
  const sumOf = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0)
  return [sumOf(0) / points.length, sumOf(1) / points.length]
}

function distanceOf([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0
}

/** Returns a view's longitude, latitude and width for the address. */
export function writtenView({ x, y, width }: MapView): string {
  return [x + width / 2, -(y + width / 4), width].map((degrees) => Number(degrees.toFixed(3))).join(',')
}

/** Parses `writtenView`; null if invalid. */
export function readView(text: string): MapView | null {
  const numbers = text.split(',').map(Number)
  const [longitude = 0, latitude = 0, width = 0] = numbers
  return text !== '' && numbers.length === 3 && numbers.every(Number.isFinite)
    ? viewAt(longitude, latitude, width)
    : null
}

/** The whole world without codes. */
export function viewOfCountries(codes: readonly string[]): MapView {
  const known = codes.flatMap((code) => countryMiddles.get(code) ?? [])
  const boxes = codes.flatMap((code) => {
    const [longitude, latitude, width] = countryMiddles.get(code) ?? []
    if (longitude === undefined || latitude === undefined || width === undefined) return []
    return [
      {
        west: longitude - width / 2,
        east: longitude + width / 2,
        south: latitude - width / 4,
        north: latitude + width / 4,
      },
    ]
  })
  return known.length === 0 ? wholeWorld : viewOf(around(boxes))
}

export function around(boxes: readonly MapBox[]): MapBox {
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  }
}

/** The part of the world in view. */
export function shownBox({ x, y, width }: MapView): MapBox {
  return {
    west: Math.max(x, -180),
    south: Math.max(-(y + width / 2), -90),
    east: Math.min(x + width, 180),
    north: Math.min(-y, 90),
  }
}

/** The box to request: larger than the view and aligned to a grid, so small moves reuse it. */
export function requestBox({ x, y, width }: MapView): MapBox {
  const step = 2 ** Math.ceil(Math.log2(width / 8))
  const down = (degrees: number, least: number) => Math.max(Math.floor(degrees / step) * step, least)
  const up = (degrees: number, most: number) => Math.min(Math.ceil(degrees / step) * step, most)
  return {
    west: down(x, -180),
    south: down(-(y + width / 2), -90),
    east: up(x + width, 180),
    north: up(-y, 90),
  }
}
