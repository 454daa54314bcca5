import { type ClaimRecord, claimText, privateHash } from '#proof/claim.ts'
import { correctionText, type ClaimWords as Wording } from '#proof/correction.ts'
import { sha256Of } from '#proof/hash.ts'
import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { wireTime } from '#server/infra/db/times.ts'
import { type CanonicalRow, canonicalColumns } from './canonical.ts'

type LinkRow = { sequence: bigint; transactionId: string; previousHash: string; hash: string }

/** A link with its movement (null where the movement is gone), the text of its claim or mint and the texts of corrections. */
export type LinkedRow = {
  link: LinkRow
  movement: CanonicalRow | null
  document: string | null
  /** `hash` is the stored one. */
  corrections: { text: string; hash: string }[]
}

type ClaimWords = Omit<ClaimRecord, 'items' | 'privateHash'> & {
  privateSalt: string | null
  privateNote: string
  ownReference: string
  corrections: CorrectionRow[] | null
}

/** As stored. */
export type CorrectionRow = {
  version: number
  /** The words of the version before. */
  superseded: Wording
  byRegistry: boolean
  reason: string | null
  correctedAt: string
  hash: string
}

type Row = LinkRow & CanonicalRow & { movementId: string | null; claim: ClaimWords | null; mint: string | null }

/** The words of the claim of movement `t`: the newest, and with each correction the words that it superseded. */
const claimWords = (sql: Sql): Fragment => sql`
  case when t.type = 'claim' then (
    select claim_words(c) || jsonb_build_object('tenantId', c.tenant_id, 'claimId', c.id, 'accountId', c.account_id,
      'note', case when c.note_is_public then c.note end,
      'verifyCode', c.verify_code, 'privateSalt', encode(c.private_salt, 'hex'),
      'privateNote', case when c.note_is_public then '' else c.note end, 'ownReference', coalesce(c.own_reference, ''),
      'corrections', (
        select jsonb_agg(jsonb_build_object('version', k.version, 'superseded', k.superseded, 'byRegistry', k.by_registry,
          'reason', k.reason, 'correctedAt', ${wireTime(sql, sql`k.corrected_at`)}, 'hash', encode(k.hash, 'hex')) order by k.version)
        from claim_correction k where k.tenant_id = c.tenant_id and k.claim_id = c.id))
    from claim c where c.tenant_id = t.tenant_id and c.transaction_id = t.id) end`

/** Mints of imports, and of versions that knew no document of a mint, have none. */
const mintDocument = (sql: Sql): Fragment => sql`
  case when t.type = 'mint' and t.document_hash is not null then mint_text(t.tenant_id, t.id) end`

const columns = (sql: Sql): Fragment => sql`
  ${canonicalColumns(sql)}, ${claimWords(sql)} as claim, ${mintDocument(sql)} as mint, t.id as "movementId", l.sequence,
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

function linked({ sequence, transactionId, previousHash, hash, claim, mint, movementId, ...movement }: Row): LinkedRow {
  return {
    link: { sequence, transactionId, previousHash, hash },
    movement: movementId === null ? null : { ...movement, transactionId },
    ...(claim ? textsOf(claim, movement.entries) : { document: mint, corrections: [] }),
  }
}

/** The movement covers the words that the first correction superseded; each correction has those of the next one. */
function textsOf({ corrections, ...claim }: ClaimWords, entries: CanonicalRow['entries']) {
  const rows = corrections ?? []
  const wordings = [...rows.map(({ superseded }) => superseded), claim]
  const document = documentText({ ...claim, ...wordings[0] }, entries)
  let previousHash = sha256Of(document)
  const texts = rows.map(({ superseded: _, hash, ...row }, index) => {
    const text = correctionText({ ...claim, ...wordings[index + 1], ...row, previousHash })
    previousHash = hash
    return { text, hash }
  })
  return { document, corrections: texts }
}

function documentText(words: Omit<ClaimWords, 'corrections'>, entries: CanonicalRow['entries']): string {
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
