import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }

const { scale, translate } = atlas.transform
const [scaleX = 1, scaleY = 1] = scale
const [west = 0, south = 0] = translate

/** Coasts and borders of Natural Earth as an SVG path in degrees; y grows to the south. Arcs are as TopoJSON has them, 2.1.4. */
export const worldOutlines = atlas.arcs.map(pathOf).join('')

function pathOf(arc: readonly (readonly number[])[]): string {
  let [x, y] = [0, 0]
  const places = arc.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return `${(x * scaleX + west).toFixed(2)} ${(-(y * scaleY + south)).toFixed(2)}`
  })
  return `M${places.join('L')}`
}
