import { countryShapes } from './country-shapes.ts'

/** Coasts and borders as one SVG path, so that lines of two neighbours are drawn once. */
export const countryOutlines = countryShapes.map(({ path }) => path).join('')
