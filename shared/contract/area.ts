import { z } from 'zod'
import { faultOfArea, reasonOfAreaFault, wordsOfAreaFault } from '#shared/rules/place.ts'

const rings = z.array(z.array(z.tuple([z.number(), z.number()])))

/** GeoJSON polygons: closed rings of [longitude, latitude], the outer ring first. */
export const area = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('Polygon'), coordinates: rings }),
    z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
  ])
  .check(({ value, issues }) => {
    const fault = faultOfArea(value)
    if (fault)
      issues.push({ code: 'custom', input: value, message: wordsOfAreaFault(fault), params: reasonOfAreaFault(fault) })
  })
