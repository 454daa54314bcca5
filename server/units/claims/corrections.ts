import { type ClaimWords, correctionText, wordsOfClaim } from '#proof/correction.ts'
import { sha256Of } from '#proof/hash.ts'
import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { Claim, correctClaim } from '#shared/contract/claims.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, permit, reachOf, userIdOf } from '#shared/rules/permissions.ts'
import { type ClaimDetailRow, claimById } from './claims.store.ts'
import {
  type CorrectedRow,
  type CorrectionRow,
  correctedClaim,
  saveCorrection,
  type Wording,
} from './corrections.store.ts'

/**
 * Gives a claim its next wording: by its account until `correctableUntil`, later by the registry with a reason. The
 * movement covers the first wording for ever. Fails with `not_found`, `forbidden`, `account_not_active`, and with
 * `conflict` for imported claims, unchanged words, and where another correction was faster.
 */
export async function correctWording(
  { sql, now }: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  claimId: string,
  { version, reason: given, ...draft }: ValidBodyOf<typeof correctClaim>,
): Promise<ReplyOf<typeof correctClaim>> {
  const { tenantId } = actor
  const reason = given ?? null
  return inTenant(sql, tenantId, async (tx) => {
    const claim = await claimById(tx, claimId, tenantId)
    if (!claim) throw new Failure('not_found', 'There is no such claim.', because('noSuch.claim'))
    permit(actor, 'claim.correct', { tenantId, accountId: claim.accountId, isVisible: true }, 'claim')
    const byRegistry = isByRegistry(actor, claim, now())
    if (byRegistry && reason === null) throw invalidAt('reason', 'Required', because('decision.reason'))
    const was = await correctedClaim(tx, tenantId, claimId)
    const words = wordsOf(draft)
    refuseCorrection(claim, was, { version, words, byRegistry })
    const next = { tenantId, claimId, version: version + 1, byRegistry, reason, correctedAt: now().toISOString() }
    const text = correctionText({ ...next, ...words, previousHash: was.textHash })
    const hash = Buffer.from(sha256Of(text), 'hex')
    await saveCorrection(tx, { ...next, words, correctedBy: userIdOf(actor), hash })
    const changed = changedWords(was.words, words)
    await audit(tx, actor, {
      act: 'units.correct',
      subject: `transaction:${was.transactionId}`,
      before: auditedOf(was.words, changed),
      after: { ...auditedOf(words, changed), version: next.version, ...(reason !== null && { reason }) },
    })
    const facts = {
      transactionId: was.transactionId,
      project: was.projects ?? undefined,
      reason: given,
    }
    await notify(tx, actor, { accounts: [claim.accountId] }, { kind: 'units.correct', facts })
    return { claimId, version: next.version }
  })
}

const dayMs = 24 * 60 * 60_000

/** Until when the account may correct the wording of its claim. */
export function correctableUntil({ claimedAt }: Pick<ClaimDetailRow, 'claimedAt'>): Date {
  return new Date(Date.parse(claimedAt) + limits.correctionDays * dayMs)
}

/** Fails with `forbidden` after the account's time. */
function isByRegistry(actor: Actor, claim: ClaimDetailRow, now: Date): boolean {
  const until = correctableUntil(claim)
  if (actor.accountIds.includes(claim.accountId) && now < until) return false
  if (reachOf(actor, 'claim.correct') === 'tenant') return true
  throw new Failure(
    'forbidden',
    `The account could correct this claim until ${until.toISOString()}; now only the registry can.`,
    because('claim.correctionLate', { until: until.toISOString().slice(0, 10) }),
  )
}

function refuseCorrection(
  claim: ClaimDetailRow,
  was: CorrectedRow,
  { version, words, byRegistry }: { version: number; words: Wording; byRegistry: boolean },
): void {
  if (claim.isImported)
    throw new Failure('conflict', 'Another registry made this claim.', because('claim.importedCorrection'))
  if (!byRegistry && was.accountStatus !== 'active')
    throw new Failure('account_not_active', `Your account is ${was.accountStatus}; it cannot correct claims.`)
  if (claim.version !== version)
    throw new Failure('conflict', 'Somebody has corrected this claim meanwhile.', because('claim.correctedMeanwhile'))
  if (changedWords(was.words, words).length === 0)
    throw new Failure('conflict', 'The wording is the same.', because('claim.sameWords'))
}

function wordsOf(draft: Omit<ValidBodyOf<typeof correctClaim>, 'version' | 'reason'>): Wording {
  const { periodStart, periodEnd } = draft
  return {
    beneficiaryKind: draft.beneficiaryKind,
    beneficiary: draft.beneficiaryKind === 'anonymous' ? '' : (draft.beneficiary ?? ''),
    beneficiaryCountry: draft.beneficiaryCountry ?? null,
    purpose: draft.purpose,
    purposeDetail: draft.purposeDetail ?? '',
    period: periodStart && periodEnd ? `[${periodStart},${periodEnd}]` : null,
    countryOfConsumption: draft.countryOfConsumption ?? null,
  }
}

/** The names of the words that differ. */
function changedWords(was: ClaimWords, is: ClaimWords): (keyof ClaimWords)[] {
  return wordsOfClaim.filter((name) => was[name] !== is[name])
}

function auditedOf(words: ClaimWords, changed: readonly (keyof ClaimWords)[]) {
  const { period, ...others } = words
  const { periodStart, periodEnd } = daysOf(period)
  const named = { ...others, ...(changed.includes('period') && { periodStart, periodEnd }) }
  const isOf = (name: string) => name.startsWith('period') || changed.some((each) => each === name)
  return Object.fromEntries(Object.entries(named).filter(([name]) => isOf(name)))
}

/** Every wording of a claim, the newest first; empty unless it was corrected. */
export function versionsOf(claim: ClaimDetailRow, corrections: readonly CorrectionRow[]): Claim['versions'] {
  const made = correctionsUntil(claim, corrections)
  if (made.length === 0) return []
  const first = { version: 1, at: claim.claimedAt, by: 'account' as const, reason: null }
  const makers = made.map(({ version, correctedAt: at, byRegistry, reason }) => ({
    ...{ version, at, reason },
    by: byRegistry ? ('registry' as const) : ('account' as const),
  }))
  const wordings = wordingsOf(claim, made)
  return [first, ...makers]
    .map((version, index) => {
      const { period, ...words } = wordings[index] ?? newestOf(claim)
      return { ...version, ...words, ...daysOf(period) }
    })
    .reverse()
}

/** The newest correction, for the certificate; undefined unless the claim was corrected. */
export function newestCorrection(claim: ClaimDetailRow, corrections: readonly CorrectionRow[]) {
  const newest = correctionsUntil(claim, corrections).at(-1)
  if (!newest) return undefined
  const { correctedAt: at, byRegistry, reason, superseded, hash } = newest
  return { version: claim.version, words: changedWords(superseded, newestOf(claim)), byRegistry, reason, at, hash }
}

/** Without corrections since the claim was read. */
function correctionsUntil(
  { version }: ClaimDetailRow,
  corrections: readonly CorrectionRow[],
): readonly CorrectionRow[] {
  return corrections.filter((correction) => correction.version <= version)
}

const wordingsOf = (claim: ClaimDetailRow, corrections: readonly CorrectionRow[]): Wording[] => [
  ...corrections.map(({ superseded }) => superseded),
  newestOf(claim),
]

function newestOf(claim: ClaimDetailRow): Wording {
  const { periodStart, periodEnd } = claim
  return {
    beneficiaryKind: claim.beneficiaryKind,
    beneficiary: claim.beneficiary,
    beneficiaryCountry: claim.beneficiaryCountry,
    purpose: claim.purpose,
    purposeDetail: claim.purposeDetail,
    period: periodStart && periodEnd ? `[${periodStart},${periodEnd}]` : null,
    countryOfConsumption: claim.countryOfConsumption,
  }
}

function daysOf(period: string | null) {
  const [periodStart = null, periodEnd = null] = period === null ? [] : period.slice(1, -1).split(',')
  return { periodStart, periodEnd }
}
