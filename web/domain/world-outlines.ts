import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import type { Position } from '#shared/rules/place.ts'

const { scale, translate } = atlas.transform
const [scaleX = 1, scaleY = 1] = scale
const [west = 0, south = 0] = translate

/** Coasts and borders of Natural Earth as an SVG path in degrees; y grows to the south. Arcs are as TopoJSON has them, 2.1.4. */
export const worldOutlines = atlas.arcs.map(pathOf).join('')

function pathOf(arc: readonly (readonly number[])[]): string {
  let [x, y] = [0, 0]
  const steps = arc.map(([dx = 0, dy = 0], at) => {
    x += dx
    y += dy
    // No line goes around the world: one that leaves at 180° begins anew at the other edge.
    const pen = at === 0 || Math.abs(dx * scaleX) > 180 ? 'M' : 'L'
    return `${pen}${(x * scaleX + west).toFixed(2)} ${(-(y * scaleY + south)).toFixed(2)}`
  })
  return steps.join('')
}

/** A ring, of a place on the same map, as a closed line of SVG. */
export function outlineOf(ring: readonly Position[]): string {
  return `M${ring.map(([longitude, latitude]) => `${longitude},${-latitude}`).join('L')}Z`
}
