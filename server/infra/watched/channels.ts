import { channel, tracingChannel } from 'node:diagnostics_channel'

/** For metrics and traces; free without subscribers. Statements exclude their parameters, which may be personal. */
export const statements = tracingChannel<unknown, { text: string; error?: unknown }>('registry:statement')
/** Of background jobs. */
export const passes = tracingChannel<unknown, { name: string; error?: unknown }>('registry:pass')
export const outages = channel('registry:database-outage')
export const lostLines = channel('registry:lost-line')
