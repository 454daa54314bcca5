import { brokenConstraint, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { evidenceOf } from '#server/mrv/documents/document-view.ts'
import { refuseBeyondTrial } from '#server/mrv/trial/trial.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { ownWork, ownWorkAmong, refuseOwnWork } from '#server/people/duties/duties.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/methodologies.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import type { NoticeFacts } from '#shared/rules/notices.ts'
import { type Act, type Actor, admit, memberOf, permit } from '#shared/rules/permissions.ts'
import {
  changeDraft,
  insertProposal,
  lockMethodology,
  type MethodologyRow,
  pageParts,
  setProviders,
  setStatus,
} from './methodologies.store.ts'
import { isOwnProposal, mayAllow, pageFor, requireMethodology, ruleOf, workOf } from './methodologies.ts'

/**
 * Proposes a version, or creates a draft. Fails with `conflict` if the version exists, `not_yet_approved` above the
 * trial limit.
 */
export async function proposeMethodology(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  {
    isDraft = false,
    measurementEvidence = [],
    verificationEvidence = [],
    ...facts
  }: ValidBodyOf<typeof contract.proposeMethodology>,
): Promise<contract.MethodologyVersion> {
  const { tenantId, accountId } = memberOf(actor)
  const id = newId()
  const status = isDraft ? 'draft' : 'pending'
  const proposal = { ...facts, measurementEvidence, verificationEvidence }
  return onlyOnce(proposal, () =>
    inTenant(deps.sql, tenantId, async (tx) => {
      await refuseBeyondTrial(tx, { tenantId, accountId }, 'methodologies')
      await insertProposal(tx, { ...proposal, tenantId, accountId, id, status })
      await audit(tx, actor, {
        act: isDraft ? 'methodology.create' : 'methodology.propose',
        subject: `methodology:${id}`,
        after: {
          accountId,
          name: proposal.name,
          version: proposal.version,
          measurementEvidence,
          verificationEvidence,
          status,
        },
      })
      const row = await requireMethodology(tx, tenantId, id)
      if (!isDraft) await notifyOfProposal(tx, actor, row)
      return pageFor(tx, actor, row)
    }),
  )
}

/** Changes a draft. Fails with `conflict` in another state, or if the name and version exist. */
export async function changeMethodology(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  id: string,
  { was, ...changes }: ValidBodyOf<typeof contract.updateMethodology>,
): Promise<contract.MethodologyVersion> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedFor(tx, actor, 'methodology.propose', id)
    if (row.status !== 'draft') {
      throw new Failure(
        'conflict',
        `The methodology is ${row.status}; only a draft changes.`,
        because('methodology.notDraft', { of: 'methodology', status: row.status }),
      )
    }
    const before = factsOf(row)
    await refuseChangedMeanwhile(tx, actor, `methodology:${id}`, { was, now: before, requested: changes })
    const facts = {
      name: changes.name ?? row.name,
      version: changes.version ?? row.version,
      description: changes.description ?? row.description,
      measurementEvidence: changes.measurementEvidence ?? row.measurementEvidence,
      verificationEvidence: changes.verificationEvidence ?? row.verificationEvidence,
    }
    await onlyOnce(facts, () => changeDraft(tx, row.tenantId, id, facts))
    await audit(tx, actor, {
      act: 'methodology.edit',
      subject: `methodology:${id}`,
      before,
      after: facts,
    })
    return pageFor(tx, actor, await requireMethodology(tx, row.tenantId, id))
  })
}

/** Sets who may work under a version. Fails with `invalid` if one is not an active provider. */
export async function allowProviders(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  id: string,
  { accountIds, was }: ValidBodyOf<typeof contract.allowProviders>,
): Promise<contract.MethodologyVersion> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedFor(tx, actor, 'methodology.allow', id)
    const isOwn = await ownWorkAmong(tx, actor, 'methodology.decide', [workOf(row)])
    if (!isOwnProposal(actor, row) && isOwn(workOf(row))) throw ownWork()
    if (!mayAllow(actor, row, isOwn)) {
      throw new Failure(
        'conflict',
        `The methodology is ${row.status}; its providers are not for you to change now.`,
        because('methodology.providersStand', { of: 'methodology', status: row.status }),
      )
    }
    const { providers } = await pageParts(tx, row, actor)
    const before = providers.map(({ accountId }) => accountId)
    await refuseChangedMeanwhile(tx, actor, `methodology:${id}`, {
      was: was && inAnyOrder(was),
      now: inAnyOrder({ accountIds: before }),
      requested: inAnyOrder({ accountIds }),
      logged: { accountIds: 'providers' },
    })
    if (!(await setProviders(tx, row.tenantId, id, accountIds))) {
      throw invalidAt(
        'accountIds',
        'choose active measurement and verification providers',
        because('methodology.providers'),
      )
    }
    await audit(tx, actor, {
      act: 'methodology.allow',
      subject: `methodology:${id}`,
      before: { providers: before },
      after: { providers: [...new Set(accountIds)] },
    })
    return pageFor(tx, actor, row)
  })
}

/** Ignores the order. */
function inAnyOrder({ accountIds }: { accountIds?: unknown }) {
  return { accountIds: Array.isArray(accountIds) ? accountIds.map(String).toSorted() : accountIds }
}

/** Fails with `own_work` if the caller took part in the proposal. */
export async function decideMethodology(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  id: string,
  decision: ValidBodyOf<typeof contract.decideMethodology>,
): Promise<contract.MethodologyVersion> {
  return inTenant(deps.sql, actor.tenantId, async (tx) =>
    pageFor(tx, actor, await decideMethodologyIn(tx, actor, id, decision)),
  )
}

/** The same in an open transaction. */
export async function decideMethodologyIn(
  tx: Sql,
  actor: Actor,
  id: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideMethodology>,
): Promise<MethodologyRow> {
  const rule = ruleOf(act)
  const row = await lockedFor(tx, actor, rule, id)
  if (rule === 'methodology.decide') await refuseOwnWork(tx, actor, rule, workOf(row))
  const status = next(methodologyMachine, row.status, act, 'methodology')
  if (needsReason(methodologyMachine, row.status, act) && reason === '')
    throw invalidAt('reason', 'Required', because('decision.reason'))
  const statusReason = reason === '' ? null : reason
  await setStatus(tx, row.tenantId, id, status, statusReason)
  await audit(tx, actor, {
    act: `methodology.${act}`,
    subject: `methodology:${id}`,
    before: { status: row.status },
    after: { status, reason: statusReason, ...(await evidenceOf(tx, row.tenantId, 'methodology', id)) },
  })
  const decided = { ...row, status, statusReason }
  if (act === 'submit') await notifyOfProposal(tx, actor, decided)
  else if (act !== 'reopen') {
    const facts = noticeFactsOf(decided)
    await notify(tx, actor, { accounts: [row.accountId] }, { kind: `methodology.${act}`, facts })
  }
  return decided
}

/** What a draft's proposer may change. */
function factsOf({ name, version, description, measurementEvidence, verificationEvidence }: MethodologyRow) {
  return { name, version, description, measurementEvidence, verificationEvidence }
}

/** Fails with `not_found` if hidden, else `forbidden`. */
async function lockedFor(tx: Sql, actor: Actor, act: Act, id: string): Promise<MethodologyRow> {
  admit(actor, act)
  await lockMethodology(tx, actor.tenantId, id)
  const row = await requireMethodology(tx, actor.tenantId, id, actor)
  permit(actor, act, { tenantId: row.tenantId, accountId: row.accountId, isVisible: true }, 'methodology')
  return row
}

function notifyOfProposal(tx: Sql, actor: Actor, row: MethodologyRow): Promise<void> {
  return notify(tx, actor, { tenantAdmins: true }, { kind: 'methodology.propose', facts: noticeFactsOf(row) })
}

function noticeFactsOf({ methodologyId, name: methodology, version, statusReason }: MethodologyRow): NoticeFacts {
  return { methodologyId, methodology, version, ...(statusReason !== null && { reason: statusReason }) }
}

async function onlyOnce<Result>(
  { name, version }: { name: string; version: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) !== 'methodology_by_name') throw error
    throw new Failure(
      'conflict',
      `Version ${version} of ${name} is there already.`,
      because('methodology.versionTaken', { version, methodology: name }),
    )
  }
}
