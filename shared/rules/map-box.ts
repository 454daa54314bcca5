/** A part of the map, in degrees. */
export type MapBox = Record<'west' | 'south' | 'east' | 'north', number>

/** `west,south,east,north`, to about ten metres. */
export function writtenBox({ west, south, east, north }: MapBox): string {
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(4))).join(',')
}

/** Parses `writtenBox`; null if there is no such part of the map. */
export function readBox(text: string): MapBox | null {
  const parts = text.split(',')
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const isBox =
    parts.length === 4 &&
    parts.every((part) => part.trim() !== '' && Number.isFinite(Number(part))) &&
    west >= -180 &&
    west < east &&
    east <= 180 &&
    south >= -90 &&
    south < north &&
    north <= 90
  return isBox ? { west, south, east, north } : null
}
