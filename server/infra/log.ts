/** Only `err` logs an error's message, stack and causes; other keys log `{}`. */
type Facts = Readonly<Record<string, unknown>> & { error?: never }

export type Log = Record<'info' | 'warn' | 'error', (facts: Facts, message: string) => void>
