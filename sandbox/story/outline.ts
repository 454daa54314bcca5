import type { Area, Position } from '#shared/rules/place.ts'
import { chanceOf } from './chance.ts'

const corners = 14
/** In degrees: about 8 km. */
const meanRadius = 0.07
const decimals = 4

/** A small outline around `place` with soft bays and capes, always the same for one name. */
export function outlineOf(name: string, [longitude, latitude]: Position): Area {
  const chance = chanceOf(name)
  const [stretch, turn, first, second] = [0.6 + chance() * 0.8, chance() * Math.PI, chance() * 6, chance() * 6]
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = (index / corners) * 2 * Math.PI
    const radius =
      meanRadius *
      (1 + 0.22 * Math.sin(2 * angle + first) + 0.13 * Math.sin(3 * angle + second) + 0.1 * (chance() - 0.5))
    const [along, across] = [Math.cos(angle) * radius, Math.sin(angle) * radius * stretch]
    const east = along * Math.cos(turn) - across * Math.sin(turn)
    const north = along * Math.sin(turn) + across * Math.cos(turn)
    return [rounded(longitude + east / Math.cos((latitude * Math.PI) / 180)), rounded(latitude + north)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? [longitude, latitude]]] }
}

const rounded = (degrees: number) => Number(degrees.toFixed(decimals))
