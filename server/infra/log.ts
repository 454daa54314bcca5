/**
 * The facts of a line: an error goes under `err`, the one key that is written with its message, stack and causes. Under any
 * other key an error is written as `{}`.
 */
type Facts = Readonly<Record<string, unknown>> & { error?: never }

/** A structured log: the facts first, then the message. */
export type Log = Record<'info' | 'warn' | 'error', (facts: Facts, message: string) => void>
