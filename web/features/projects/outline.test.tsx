import { expect, test } from 'vitest'
import { limits } from '#shared/rules/limits.ts'
import { faultOfArea, type Position, positionsOf } from '#shared/rules/place.ts'
import { outlineIn } from './outline.ts'

/** Ragged like satellite outlines. */
function ragged(positions: number, [x, y]: Position, radius: number): Position[] {
  const ring = Array.from({ length: positions - 1 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1)
    const reach = radius * (1 + 0.02 * Math.sin(index * 7))
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  })
  return [...ring, ring[0] ?? [x, y]]
}
const geojson = (...coordinates: Position[][][]) => JSON.stringify({ type: 'MultiPolygon', coordinates })

function areaOf(text: string) {
  const read = outlineIn(text)
  if (!('area' in read)) throw new Error(`no area: ${JSON.stringify(read)}`)
  return read
}

test('an outline that fits is taken as it is', () => {
  const ring = ragged(limits.areaPoints, [36.8, -1.3], 0.4)
  expect(areaOf(geojson([ring]))).toEqual({ area: { type: 'Polygon', coordinates: [ring] }, simplified: null })
})

test('a finer one is simplified to what fits and stays where it was', () => {
  const { area, simplified } = areaOf(geojson([ragged(33_760, [36.8, -1.3], 0.4), ragged(5_000, [36.8, -1.3], 0.1)]))
  expect(simplified).toEqual({ from: 38_760, leftOut: 0 })
  expect(faultOfArea(area)).toBeNull()
  expect(area.coordinates).toHaveLength(2)
  expect(positionsOf(area)).toBeGreaterThan(100)
  const longitudes = area.coordinates.flat(2).map((each) => (Array.isArray(each) ? each[0] : each))
  expect(Math.max(...longitudes.map(Number))).toBeCloseTo(37.2, 1)
})

test('of thousands of parts the largest are kept, and the number of the others is shown', () => {
  const parts = Array.from({ length: 3_000 }, (_, index) => [ragged(40, [index / 50, 1], 0.0001 * (1 + (index % 100)))])
  const { area, simplified } = areaOf(geojson(...parts))
  expect(faultOfArea(area)).toBeNull()
  expect(simplified).toEqual({ from: 120_000, leftOut: 3_000 - area.coordinates.length })
  expect(area.coordinates.length).toBe(limits.areaPoints / 8)
})

const corners = '39.5,-4.5,0 39.6,-4.5,0 39.6,-4.4,0 39.5,-4.5,0'
const kml = (within: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${within}</Folder></Document></kml>`
const ofRing = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon>`

test('KML is read: its polygons, whatever marks lie beside them', () => {
  const mark = '<Placemark><name>Office</name><Point><coordinates>39.5,-4.5</coordinates></Point></Placemark>'
  const several = `<Placemark><MultiGeometry>${ofRing}${ofRing}</MultiGeometry></Placemark>`
  const { area } = areaOf(kml(`${mark}${several}`))
  expect(area.type).toBe('MultiPolygon')
  expect(area.coordinates).toHaveLength(2)
  expect(outlineIn(kml(mark))).toEqual({ point: [39.5, -4.5] })
})

test('a text that is neither GeoJSON nor KML is refused with this reason', () => {
  expect(outlineIn('39.5, -4.5')).toEqual({ fault: { rule: 'json' } })
  expect(outlineIn('<kml><Placemark>')).toEqual({ fault: { rule: 'kml' } })
  expect(outlineIn('<html><body>Not found</body></html>')).toEqual({ fault: { rule: 'kml' } })
  const projected = ofRing.replace(corners, '500000,9500000 500100,9500000 500100,9500100 500000,9500000')
  expect(outlineIn(kml(`<Placemark>${projected}</Placemark>`))).toMatchObject({ fault: { rule: 'offEarth' } })
})
