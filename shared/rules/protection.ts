/** What protects the units of an account, by its own choice: stricter at once, weaker after a day. */
export const protections = ['approvalFrom', 'acceptsTransfers', 'dailyCap', 'newRecipientCap', 'onlyListed'] as const
export type ProtectionName = (typeof protections)[number]

export type Protections = {
  approvalFrom: number | null
  acceptsTransfers: boolean
  dailyCap: number | null
  newRecipientCap: number | null
  onlyListed: boolean
}
export type ProtectionValue = Protections[ProtectionName]

/** Whether a change lets more units move than before. */
export function isWeaker(before: Protections, name: ProtectionName, after: ProtectionValue): boolean {
  const value = before[name]
  if (value === after) return false
  // Without a cap, a list gives new recipients nothing.
  const was = name === 'newRecipientCap' && before.onlyListed ? (value ?? 0) : value
  if (was === null || was === false) return false
  return after === null || after === false || after > was
}
