/** Parts of the service whose state the status page shows. */
export const components = ['web', 'database', 'ledger', 'settlement', 'mail', 'files', 'signIn'] as const
export type Component = (typeof components)[number]

/** `limited` works in part or late; `absent` is not set up in this deployment; `unknown` cannot be checked now. */
export const componentStates = ['works', 'limited', 'away', 'absent', 'unknown'] as const
export type ComponentState = (typeof componentStates)[number]

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const

/** Resolved incidents stay on the status page as long. */
export const incidentDays = 90
