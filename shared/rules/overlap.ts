/** Place, name and origin find neighbours; the others add detail. */
export const overlapMatches = ['place', 'name', 'origin', 'period', 'sector', 'methodology'] as const

export const overlapVerdicts = ['none', 'accepted', 'refused'] as const

/** The largest distance between neighbours' centres. Touching boxes are neighbours too. */
export const nearbyKm = 10

/** Names match from this pg_trgm similarity (0 to 1). */
export const alikeNames = 0.5
