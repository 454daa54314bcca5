import { expect, test } from 'vitest'
import { countryCodes } from '#shared/rules/countries.ts'
import { countryMiddles } from '#shared/rules/country-middles.ts'
import { countryShapes } from './country-shapes.ts'

/** Of absolute starts and relative lines. */
function pointsOf(path: string): [number, number][] {
  let [x, y] = [0, 0]
  return [...path.matchAll(/([Ml])(\S+) ([^Mlz]+)/g)].map(([, command, right, down]) => {
    ;[x, y] = command === 'M' ? [Number(right), Number(down)] : [x + Number(right), y + Number(down)]
    return [x, y]
  })
}

test('each shape is a known country around its middle', () => {
  const coded = countryShapes.flatMap(({ code, path }) => (code === null ? [] : [{ code, path }]))
  expect(coded.length).toBeGreaterThan(170)
  expect(new Set(coded.map(({ code }) => code)).size).toBe(coded.length)
  for (const { code, path } of coded) {
    expect(countryCodes).toContain(code)
    const [longitude = 0, latitude = 0] = countryMiddles.get(code) ?? []
    const [xs, ys] = [pointsOf(path).map(([x]) => x), pointsOf(path).map(([, y]) => y)]
    const isAround = (least: number, value: number, most: number) => least - 1 <= value && value <= most + 1
    expect(isAround(Math.min(...xs), longitude, Math.max(...xs)), code).toBe(true)
    expect(isAround(Math.min(...ys), -latitude, Math.max(...ys)), code).toBe(true)
  }
})

test('no line crosses the map from edge to edge but along a pole', () => {
  for (const { path } of countryShapes)
    for (const ring of path.split('z')) {
      const points = pointsOf(ring)
      for (const [at, [x, y]] of points.entries()) {
        const [before, from] = points[at - 1] ?? [x, y]
        expect(Math.abs(x - before) < 180 || (Math.abs(Math.abs(y) - 90) < 0.01 && Math.abs(y - from) < 0.01)).toBe(
          true,
        )
      }
    }
})

test('Russia is drawn at both edges, and Antarctica down to the pole', () => {
  const of = (code: string) => pointsOf(countryShapes.find((shape) => shape.code === code)?.path ?? '')
  expect(of('RU').some(([x]) => x < -170) && of('RU').some(([x]) => x > 170)).toBe(true)
  expect(of('AQ').some(([, y]) => Math.abs(y - 90) < 0.01)).toBe(true)
})
