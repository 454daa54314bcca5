import { channel, tracingChannel } from 'node:diagnostics_channel'

/**
 * What metrics and traces follow of this process, on Node's own channels: they cost nothing while nobody listens. Statements go
 * without their parameters, which may be personal.
 */
export const statements = tracingChannel<unknown, { text: string; error?: unknown }>('registry:statement')
/** What works behind the requests, pass by pass. */
export const passes = tracingChannel<unknown, { name: string; error?: unknown }>('registry:pass')
/** PostgreSQL could not be reached or went away. */
export const outages = channel('registry:database-outage')
/** A line of the log that could not be written. */
export const lostLines = channel('registry:lost-line')
