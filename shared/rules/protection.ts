import { secondFactorRules } from './second-factor.ts'
import { stepUpRules } from './step-up.ts'

/** What protects the units of an account, by its own choice: stricter at once, weaker after a day. */
export const accountProtections = [
  'approvalFrom',
  'acceptsTransfers',
  'dailyCap',
  'newRecipientCap',
  'onlyListed',
] as const
export type AccountProtections = {
  approvalFrom: number | null
  acceptsTransfers: boolean
  dailyCap: number | null
  newRecipientCap: number | null
  onlyListed: boolean
}

/** The same of a registry, for all its accounts. */
export const registryProtections = [
  'approvalFrom',
  'acceptsTransfers',
  'dailyCap',
  'undoClaimsMinutes',
  'undoTransfersMinutes',
  'claimsOfStoppedProjects',
  'transfersOfStoppedProjects',
  'secondFactorFor',
  'stepUp',
  'stepUpFactorFrom',
] as const
export type RegistryProtection = (typeof registryProtections)[number]

export type ProtectionName = keyof AccountProtections | RegistryProtection
export type ProtectionValue = number | boolean | string | null
/** Undefined: nothing is said of the rule. */
export type Protections = Readonly<Partial<Record<ProtectionName, ProtectionValue | undefined>>>

type Looseness = (value: ProtectionValue) => number
const quantity: Looseness = (value) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY)
const guard: Looseness = (value) => (value === true ? 0 : 1)
const permission: Looseness = (value) => (value === true ? 1 : 0)
const minutes: Looseness = (value) => (typeof value === 'number' ? -value : 0)
const strictestLast =
  (rules: readonly string[]): Looseness =>
  (value) =>
    -rules.indexOf(String(value))

const looseness: Record<ProtectionName, Looseness> = {
  approvalFrom: quantity,
  acceptsTransfers: guard,
  dailyCap: quantity,
  newRecipientCap: quantity,
  onlyListed: guard,
  undoClaimsMinutes: minutes,
  undoTransfersMinutes: minutes,
  claimsOfStoppedProjects: permission,
  transfersOfStoppedProjects: permission,
  secondFactorFor: strictestLast(secondFactorRules),
  stepUp: strictestLast(stepUpRules),
  stepUpFactorFrom: quantity,
}

/** Whether a change lets more happen than before. */
export function isWeaker(before: Protections, name: ProtectionName, after: ProtectionValue): boolean {
  const value = before[name] ?? null
  if (value === after) return false
  return looseness[name](after) > looseness[name](inEffect(before, name, value))
}

/** Without a cap, a list gives new recipients nothing; without the rule on sign-ins, its quantity means nothing. */
function inEffect(before: Protections, name: ProtectionName, value: ProtectionValue): ProtectionValue {
  if (name === 'newRecipientCap' && before.onlyListed === true) return value ?? 0
  return name === 'stepUpFactorFrom' && before.stepUp === 'off' ? null : value
}

/** Null: no cap. */
export function lowerCap(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
