export const settlementStates = ['recorded', 'submitted', 'confirmed', 'parked'] as const
export type SettlementState = (typeof settlementStates)[number]
