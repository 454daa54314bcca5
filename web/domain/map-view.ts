import { countryMiddles } from './country-middles.ts'

/** The visible area in degrees; y grows south, and the height is half the width. */
export interface MapView {
  x: number
  y: number
  width: number
}

const widest = 360
const narrowest = 0.01
export const wholeWorld: MapView = { x: -180, y: -90, width: widest }

function viewAt(longitude: number, latitude: number, wantedWidth: number): MapView {
  const width = Math.min(Math.max(wantedWidth, narrowest), widest)
  const [x, y] = [Math.min(Math.max(longitude, -180), 180), Math.min(Math.max(latitude, -90), 90)]
  return width === widest ? wholeWorld : { x: x - width / 2, y: -y - width / 4, width }
}

/** The view of a box with a margin. */
export function viewOf({ west, south, east, north }: Record<'west' | 'south' | 'east' | 'north', number>): MapView {
  return viewAt((west + east) / 2, (south + north) / 2, Math.max(east - west, 2 * (north - south)) * 1.5)
}

export function nearer({ x, y, width }: MapView, factor: number): MapView {
  return viewAt(x + width / 2, -(y + width / 4), width / factor)
}

/** Pans by fractions of the width. */
export function moved({ x, y, width }: MapView, right: number, down: number): MapView {
  return viewAt(x + width * (right + 1 / 2), -(y + width * (down + 1 / 4)), width)
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

type Box = Record<'west' | 'south' | 'east' | 'north', number>

export function around(boxes: readonly Box[]): Box {
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  }
}

/** The box to request: larger than the view and aligned to a grid, so small moves reuse it. */
export function requestBox({ x, y, width }: MapView): Box {
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
