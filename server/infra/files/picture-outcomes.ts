/** What the process that unfolds a picture ends with; anything else is a crash. */
export const outcomes = { done: 0, tooLarge: 10, invalid: 11 } as const
