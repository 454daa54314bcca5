import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import type { Position } from '#shared/rules/place.ts'

const { scale, translate } = atlas.transform
const [scaleX = 1, scaleY = 1] = scale
const [west = 0, south = 0] = translate

/** Natural Earth coasts and borders as an SVG path in degrees; y grows south. Decodes TopoJSON arcs, section 2.1.4. */
export const worldOutlines = atlas.arcs.map(pathOf).join('')

function pathOf(arc: readonly (readonly number[])[]): string {
  let [x, y] = [0, 0]
  const steps = arc.map(([dx = 0, dy = 0], at) => {
    x += dx
    y += dy
    // A line that crosses 180° continues at the opposite edge.
    const pen = at === 0 || Math.abs(dx * scaleX) > 180 ? 'M' : 'L'
    return `${pen}${(x * scaleX + west).toFixed(2)} ${(-(y * scaleY + south)).toFixed(2)}`
  })
  return steps.join('')
}

/** A ring as a closed SVG path. */
export function outlineOf(ring: readonly Position[]): string {
  return `M${ring.map(([longitude, latitude]) => `${longitude},${-latitude}`).join('L')}Z`
}
