import { type ClaimRecord, claimText, privateHash } from '#proof/claim.ts'
import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { type CanonicalRow, canonicalColumns } from './canonical.ts'

type LinkRow = { sequence: bigint; transactionId: string; previousHash: string; hash: string }

/** A link with its movement (null where the movement is gone) and the text of its claim. */
export type LinkedRow = { link: LinkRow; movement: CanonicalRow | null; document: string | null }

type ClaimWords = Omit<ClaimRecord, 'items' | 'privateHash'> & {
  privateSalt: string | null
  privateNote: string
  ownReference: string
}

type Row = LinkRow & CanonicalRow & { movementId: string | null; claim: ClaimWords | null }

/** The words of the claim of movement `t`. */
const claimWords = (sql: Sql): Fragment => sql`
  case when t.type = 'claim' then (
    select jsonb_build_object('tenantId', c.tenant_id, 'claimId', c.id, 'accountId', c.account_id,
      'beneficiaryKind', c.beneficiary_kind, 'beneficiary', c.beneficiary_name, 'beneficiaryCountry', c.beneficiary_country,
      'purpose', c.purpose, 'purposeDetail', c.purpose_detail,
      'period', '[' || lower(c.period) || ',' || (upper(c.period) - 1) || ']',
      'countryOfConsumption', c.country_of_consumption, 'note', case when c.note_is_public then c.note end,
      'verifyCode', c.verify_code, 'privateSalt', encode(c.private_salt, 'hex'),
      'privateNote', case when c.note_is_public then '' else c.note end, 'ownReference', coalesce(c.own_reference, ''))
    from claim c where c.tenant_id = t.tenant_id and c.transaction_id = t.id) end`

const columns = (sql: Sql): Fragment => sql`
  ${canonicalColumns(sql)}, ${claimWords(sql)} as claim, t.id as "movementId", l.sequence,
  l.transaction_id as "transactionId", encode(l.previous_hash, 'hex') as "previousHash", encode(l.hash, 'hex') as hash`

/** The link of a movement, of any tenant if `tenantId` is null; null until the movement is linked. */
export async function linkedMovement(sql: Sql, id: string, tenantId: string | null): Promise<LinkedRow | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)}
    from transaction t join ledger_link l on l.tenant_id = t.tenant_id and l.transaction_id = t.id
    where t.id = ${id} ${tenantId ? sql`and t.tenant_id = ${tenantId}` : sql``} limit 1`
  return row ? linked(row) : null
}

/** The links of a tenant after the place `after`, in order. */
export async function linksAfter(sql: Sql, tenantId: string, after: bigint, limit: number): Promise<LinkedRow[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from (
      select * from ledger_link where tenant_id = ${tenantId} and sequence > ${after} order by sequence limit ${limit}
    ) l left join transaction t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    order by l.sequence`
  return rows.map(linked)
}

function linked({ sequence, transactionId, previousHash, hash, claim, movementId, ...movement }: Row): LinkedRow {
  return {
    link: { sequence, transactionId, previousHash, hash },
    movement: movementId === null ? null : { ...movement, transactionId },
    document: claim && documentText(claim, movement.entries),
  }
}

function documentText(words: ClaimWords, entries: CanonicalRow['entries']): string {
  const { privateSalt, privateNote, ownReference, ...rest } = words
  const quantities = new Map<string, number>()
  for (const [assetId, first, last] of entries) {
    quantities.set(assetId, (quantities.get(assetId) ?? 0) + Number(BigInt(last) - BigInt(first) + 1n))
  }
  return claimText({
    ...rest,
    items: [...quantities].map(([assetId, quantity]) => ({ assetId, quantity })),
    privateHash: privateSalt === null ? undefined : privateHash(privateSalt, { note: privateNote, ownReference }),
  })
}
