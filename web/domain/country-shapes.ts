import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import type { Position } from '#shared/rules/place.ts'

/**
 * Countries of Natural Earth as filled SVG paths in degrees; y grows south. Code: ISO 3166-1 alpha-2, null for disputed
 * areas. The build replaces this module by its result (vite.config.ts), because a phone needs a quarter of a second.
 */
export const countryShapes: readonly { code: string | null; path: string }[] = atlas.objects.countries.geometries.map(
  (shape) => ({ code: codeOf('id' in shape ? shape.id : undefined), path: ringsIn(shape.arcs).map(pathOf).join('') }),
)

/** Locales name regions by letters where ISO 3166-1 has both letters and digits. */
function codeOf(digits: string | undefined): string | null {
  return (digits !== undefined && new Intl.Locale(`und-${digits}`).region) || null
}

type Nested = readonly (number | Nested)[]

/** Rings of a polygon or of several. */
function ringsIn(nested: Nested): Position[][] {
  const indexes = nested.filter((each) => typeof each === 'number')
  if (indexes.length > 0) return [indexes.flatMap(arcAt)]
  return nested.flatMap((each) => (typeof each === 'number' ? [] : ringsIn(each)))
}

/** TopoJSON, sections 2.1.3 and 2.1.4: points are steps from the one before, `~index` is the reversed arc. */
function arcAt(index: number): Position[] {
  if (index < 0) return arcAt(~index).toReversed()
  const [scaleX = 1, scaleY = 1] = atlas.transform.scale
  const [west = 0, south = 0] = atlas.transform.translate
  let [x, y] = [0, 0]
  return (atlas.arcs[index] ?? []).map(([right = 0, up = 0]): Position => {
    x += right
    y += up
    return [x * scaleX + west, -(y * scaleY + south)]
  })
}

/** A ring across 180° is drawn at both edges; one around a pole is closed along the pole. */
function pathOf(ring: readonly Position[]): string {
  let turned = 0
  const points = ring.map(([x, y], at): Position => {
    const [before] = ring[at - 1] ?? [x]
    turned += x - before > 180 ? -360 : x - before < -180 ? 360 : 0
    return [x + turned, y]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (first && last && Math.abs(last[0] - first[0]) > 180) {
    const pole = first[1] > 0 ? 90 : -90
    points.push([last[0], pole], [first[0], pole])
  }
  const xs = points.map(([x]) => x)
  const [least, most] = [Math.min(...xs), Math.max(...xs)]
  return [-360, 0, 360]
    .filter((shift) => least + shift < 180 && most + shift > -180)
    .map((shift) => closed(points.map(([x, y]) => [x + shift, y])))
    .join('')
}

/** In steps of a tenth of a degree, which is finer than the file (1:110 million). */
function closed(points: readonly Position[]): string {
  const tenths = points.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)] as const)
  const [[startX, startY] = [0, 0], ...others] = tenths
  let [fromX, fromY] = [startX, startY]
  const steps = others.map(([x, y]) => {
    const step = x === fromX && y === fromY ? '' : `l${(x - fromX) / 10} ${(y - fromY) / 10}`
    ;[fromX, fromY] = [x, y]
    return step
  })
  return `M${startX / 10} ${startY / 10}${steps.join('')}z`
}
