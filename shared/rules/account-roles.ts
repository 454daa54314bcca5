/**
 * Roles that the registry records for a member of an account, beside the groups, which know members and admins
 * (docs/adr/0126-account-roles.md). Without one a member does all that members may, and an admin of the account does too.
 */
export const accountRoles = ['Viewer', 'Operator', 'Approver'] as const
export type AccountRole = (typeof accountRoles)[number]

type May = Readonly<Record<AccountRole, boolean>>

function may(viewer: boolean, operator: boolean, approver: boolean): May {
  return { Viewer: viewer, Operator: operator, Approver: approver }
}

/** Of the acts that members may do, those that change something. The others read, and every role has them. */
export const actsOfRoles = {
  //                            Viewer Operator Approver
  'project.create': /*       */ may(false, true, true),
  'project.edit': /*         */ may(false, true, true),
  'project.submit': /*       */ may(false, true, true),
  'document.add': /*         */ may(false, true, true),
  'methodology.propose': /*  */ may(false, true, true),
  'methodology.allow': /*    */ may(false, true, true),
  'measurement.schedule': /* */ may(false, true, true),
  'measurement.submit': /*   */ may(false, true, true),
  'measurement.accept': /*   */ may(false, true, true),
  'finding.answer': /*       */ may(false, true, true),
  'verification.decide': /*  */ may(false, true, true),
  'task.assign': /*          */ may(false, true, true),
  'account.stop': /*         */ may(false, true, true),
  'claim.correct': /*        */ may(false, true, true),
  'transaction.sync': /*     */ may(false, true, true),
  'units.mint': /*           */ may(false, true, false),
  'units.move': /*           */ may(false, true, false),
  /** Accepts, refuses and takes back movements that wait. */
  'units.decide': /*         */ may(false, true, true),
  /** As the second person. */
  'units.approve': /*        */ may(false, false, true),
  'market.offer': /*         */ may(false, true, true),
} as const satisfies Record<string, May>

export type LimitedAct = keyof typeof actsOfRoles

/** Whether a role leaves an act to a member. `role` undefined: the member has none. */
export function leaves(role: AccountRole | undefined, act: string): boolean {
  return role === undefined || !isLimited(act) || actsOfRoles[act][role]
}

function isLimited(act: string): act is LimitedAct {
  return Object.hasOwn(actsOfRoles, act)
}

/** What a role takes from a member. */
export function withheldFrom(role: AccountRole): ReadonlySet<string> {
  return new Set(Object.keys(actsOfRoles).filter((act) => !leaves(role, act)))
}

/**
 * Whether a member approves what a colleague prepared. With an approver in the account only approvers and admins do
 * (`approvers_of` in migrations/current/pending.sql).
 */
export function approves(
  { role, isAdmin }: { role: AccountRole | undefined; isAdmin: boolean },
  { hasApprovers }: { hasApprovers: boolean },
): boolean {
  if (isAdmin) return true
  return role === undefined ? !hasApprovers : actsOfRoles['units.approve'][role]
}
