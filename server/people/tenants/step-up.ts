import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type SignInFacts, type StepUp, stepUpFault, stepUpMinutes } from '#shared/rules/step-up.ts'
import { type LookupDeps, tenantOf } from './tenants.ts'

export type StepUpDeps = LookupDeps & Pick<InfraDeps, 'now'>

/**
 * Before a sensitive act of so many units (0 for others), by the rule of the caller's registry. Fails with
 * `unauthenticated` and a reason for a sign-in that is too old or too weak, with `forbidden` if the token does not state
 * its time or strength.
 */
export async function requireSignIn(deps: StepUpDeps, actor: Actor, quantity: number): Promise<void> {
  refuseSignIn(await tenantOf(deps, actor.tenantId), actor, { quantity, now: deps.now() })
}

/** As `requireSignIn`, by a given rule. */
export function refuseSignIn(rule: StepUp, { signIn }: Actor, act: { quantity: number; now: Date }): void {
  const fault = stepUpFault(rule, signIn ?? nothingStated, act)
  if (fault === null) return
  if ('notStated' in fault) {
    const { notStated: claim } = fault
    throw new Failure(
      'forbidden',
      `The sign-in's token does not state ${claim}.`,
      because('stepUp.notStated', { claim }),
    )
  }
  const minutes = stepUpMinutes
  const { asked: acr } = fault
  if (acr !== null)
    throw new Failure(
      'unauthenticated',
      `This needs a sign-in of the last ${minutes} minutes with a second factor (acr ${acr}).`,
      because('stepUp.strong', { minutes, acr }),
    )
  throw new Failure(
    'unauthenticated',
    `This needs a sign-in of the last ${minutes} minutes.`,
    because('stepUp.recent', { minutes }),
  )
}

const nothingStated: SignInFacts = { at: null, acr: null }
