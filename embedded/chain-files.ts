/** What the embedded chain keeps in its folder: the operator's key, and a state for each run. */
export const keyName = 'operator-key'
export const statePattern = /^state-\d{6}\.json$/
