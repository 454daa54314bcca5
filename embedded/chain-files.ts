/** The operator's key, and one state per run. */
export const keyName = 'operator-key'
export const statePattern = /^state-\d{6}\.json$/
