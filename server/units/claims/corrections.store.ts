import type { ClaimWords } from '#proof/correction.ts'
import { json, type Sql } from '#server/infra/db/database.ts'
import { wireTime } from '#server/infra/db/times.ts'
import type { CorrectionRow as LinkedCorrection } from '#server/units/ledger/links.ts'
import type { BeneficiaryKind } from '#shared/rules/claim.ts'
import { limits } from '#shared/rules/limits.ts'

export type Wording = ClaimWords & { beneficiaryKind: BeneficiaryKind }

export type CorrectionRow = LinkedCorrection & { superseded: Wording }

/** In order. */
export async function correctionsOf(sql: Sql, tenantId: string, claimId: string): Promise<CorrectionRow[]> {
  return sql<CorrectionRow[]>`
    select k.version, k.superseded, k.by_registry as "byRegistry", k.reason,
      ${wireTime(sql, sql`k.corrected_at`)} as "correctedAt", encode(k.hash, 'hex') as hash
    from claim_correction k where k.tenant_id = ${tenantId} and k.claim_id = ${claimId}
    order by k.version limit ${limits.corrections}`
}

/** What a correction is checked against; `textHash` is that of the newest version's text. */
export type CorrectedRow = {
  words: Wording
  transactionId: string
  textHash: string
  accountStatus: string
  projects: string | null
}

export async function correctedClaim(sql: Sql, tenantId: string, claimId: string): Promise<CorrectedRow> {
  const [row] = await sql<CorrectedRow[]>`
    select claim_words(c) as words, c.transaction_id as "transactionId", a.status as "accountStatus",
      encode(coalesce((
        select k.hash from claim_correction k where k.tenant_id = c.tenant_id and k.claim_id = c.id
        order by k.version desc limit 1), t.document_hash), 'hex') as "textHash",
      (select string_agg(distinct p.name, ', ')
        from entry e
        join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
        join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
        where e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id) as projects
    from claim c
    join transaction t on t.tenant_id = c.tenant_id and t.id = c.transaction_id
    join account a on a.tenant_id = c.tenant_id and a.id = c.account_id
    where c.tenant_id = ${tenantId} and c.id = ${claimId}`
  if (!row) throw new Error(`The claim ${claimId} is gone.`)
  return row
}

/** Fails with `conflict` if another correction was faster. */
export async function saveCorrection(
  sql: Sql,
  row: {
    tenantId: string
    claimId: string
    version: number
    words: Wording
    correctedBy: string
    byRegistry: boolean
    reason: string | null
    correctedAt: string
    hash: Buffer
  },
): Promise<void> {
  await sql`
    select correct_claim(${row.tenantId}, ${row.claimId}, ${row.version}, ${json(row.words)}, ${row.correctedBy},
      ${row.byRegistry}, ${row.reason}, ${row.correctedAt}, ${row.hash})`
}
