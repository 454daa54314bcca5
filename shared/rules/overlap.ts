/** In what two projects are alike. Place, name and origin find a neighbour; the others say more about one that is found. */
export const overlapMatches = ['place', 'name', 'origin', 'period', 'sector', 'methodology'] as const

/** What a registry decides about two projects: that they are apart, or that an overlap is acceptable or is not. */
export const overlapVerdicts = ['none', 'accepted', 'refused'] as const

/** How near the middles of two projects may be, in kilometres, until they are neighbours; boxes that touch are too. */
export const nearbyKm = 10

/** How alike two names are that are taken for the same, as pg_trgm measures it, from 0 to 1. */
export const alikeNames = 0.5
