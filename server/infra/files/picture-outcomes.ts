/** Exit codes; others mean a crash. */
export const outcomes = { done: 0, tooLarge: 10, invalid: 11 } as const
