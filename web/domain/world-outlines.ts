import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import type { Position } from '#shared/rules/place.ts'

const { scale, translate } = atlas.transform
const [scaleX = 1, scaleY = 1] = scale
const [west = 0, south = 0] = translate

/** Natural Earth coasts and borders in degrees; y grows south. Decodes TopoJSON arcs, section 2.1.4. */
export const arcs: readonly Position[][] = atlas.arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return [x * scaleX + west, -(y * scaleY + south)]
  })
})

/** An SVG path of `arcs`. */
export const worldOutlines = arcs.map(pathOf).join('')

function pathOf(arc: readonly Position[]): string {
  const steps = arc.map(([x, y], at) => {
    const [before] = arc[at - 1] ?? [x]
    // A line that crosses 180° continues at the opposite edge.
    const pen = at === 0 || Math.abs(x - before) > 180 ? 'M' : 'L'
    return `${pen}${x.toFixed(2)} ${y.toFixed(2)}`
  })
  return steps.join('')
}

/** A ring as a closed SVG path. */
export function outlineOf(ring: readonly Position[]): string {
  return `M${ring.map(([longitude, latitude]) => `${longitude},${-latitude}`).join('L')}Z`
}
