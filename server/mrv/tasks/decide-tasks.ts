import { actsIn, inTenant, type Sql } from '#server/infra/db/database.ts'
import { decideMethodologyIn } from '#server/mrv/methodologies/methodology-acts.ts'
import { decideProjectIn } from '#server/mrv/projects/project-decisions.ts'
import { decideAccountIn } from '#server/people/accounts/accounts.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/tasks.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { TaskDecision } from '#shared/rules/lifecycle/tasks.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { lockSubject, taskOf } from './tasks.store.ts'
import { eachApart } from './tasks.ts'

type Decided = ValidBodyOf<typeof contract.decideTasks>['tasks'][number]
type Decision = { act: TaskDecision; reason?: string | undefined }

/** Decides each by its own rule, with its own audit line and notices, all in one transaction. */
export async function decideTasks(
  deps: LookupDeps,
  actor: Actor,
  { tasks, ...decision }: ValidBodyOf<typeof contract.decideTasks>,
): Promise<ReplyOf<typeof contract.decideTasks>> {
  return inTenant(deps.sql, actor.tenantId, (tx) => {
    // The key keeps the answer even if all was refused.
    actsIn(tx, actor.userId)
    return eachApart(tx, tasks, false, (task) => decide(tx, deps, actor, task, decision))
  })
}

/** Decides each and undoes it, so that the rules themselves say what they refuse. A missing reason is none yet. */
export async function previewDecisions(
  deps: LookupDeps,
  actor: Actor,
  { tasks, act }: ValidBodyOf<typeof contract.previewDecisions>,
): Promise<ReplyOf<typeof contract.previewDecisions>> {
  return inTenant(deps.sql, actor.tenantId, (tx) =>
    eachApart(tx, tasks, true, (task) => decide(tx, deps, actor, task, { act, reason: 'Preview' })),
  )
}

/** Fails with `changed_meanwhile` if the subject changed since it was read, and as the subject's own act. */
async function decide(
  tx: Sql,
  deps: LookupDeps,
  actor: Actor,
  { changedAt, ...which }: Decided,
  { act, reason }: Decision,
): Promise<void> {
  const { kind, subjectId } = which
  await lockSubject(tx, actor.tenantId, which)
  const task = await taskOf(tx, actor.tenantId, actor, which)
  // What waits on others, or on nobody, is refused by the subject's own rule.
  if (task && changedAt !== undefined && changedAt !== (task.changedAt?.toISOString() ?? null))
    throw new Failure('changed_meanwhile', 'It was changed after you read it: look at it again.')
  const inRegister = act === 'requestChanges' ? 'return' : act
  if (kind === 'project.decide') await decideProjectIn(tx, deps, actor, subjectId, { act: inRegister, reason })
  else if (kind === 'methodology.decide') await decideMethodologyIn(tx, actor, subjectId, { act: inRegister, reason })
  else if (inRegister !== 'return') await decideAccountIn(tx, actor, subjectId, { act: inRegister, reason })
  else {
    throw new Failure(
      'conflict',
      'An organisation is approved or rejected; it cannot be asked for changes.',
      because('stands.account', { of: 'account', status: 'pending' }),
    )
  }
}
