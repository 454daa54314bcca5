/** Letters of a text to verify. Apart from the other limits, as the first page needs it alone. */
export const longestLookUp = 2_000
