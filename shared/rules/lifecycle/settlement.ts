/** How far a movement is on its way to the chain. */
export const settlementStates = ['recorded', 'submitted', 'confirmed', 'parked'] as const
export type SettlementState = (typeof settlementStates)[number]
