import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { isSuperseded } from '#server/units/claims/superseded.ts'
import { movementsMatching } from '#server/units/ledger/ranges.ts'
import { addressIn, claimNumberIn, hashIn, idIn, projectNumberIn, verifyCodeIn } from '#shared/rules/codes-in-text.ts'

export type FiguresRow = Record<
  'projects' | 'issued' | 'claimed' | 'cancelled' | 'claims' | 'recorded' | 'submitted' | 'parked' | 'movements',
  bigint
> & {
  /** Last change of the settlement that waits longest, without parked ones; null if none waits. */
  waitingSince: Date | null
}

/** Tallies include only movements in the hash chain. Confirmed settlements are the rest of `movements`. */
export async function figuresOf(sql: Sql, tenantId: string): Promise<FiguresRow> {
  const of = (condition: Fragment, sum: Fragment) => sql`coalesce(sum(${sum}) filter (where ${condition}), 0)::bigint`
  const [row] = await sql<FiguresRow[]>`
    -- A movement that waits for settlement may not be in the sums yet.
    select k.*, s.*, greatest(k.linked, s.recorded + s.submitted + s.parked) as movements
    from (
      select ${of(sql`name like 'projects %' and ${isPublishedIn(sql, sql`substr(name, 10)`)}`, sql`rows`)} as projects,
        ${of(sql`name = 'movements mint'`, sql`units`)} as issued, ${of(sql`name = 'movements claim'`, sql`units`)} as claimed,
        ${of(sql`name = 'movements burn'`, sql`units`)} as cancelled, ${of(sql`name = 'movements claim'`, sql`rows`)} as claims,
        ${of(sql`name like 'movements %'`, sql`rows`)} as linked
      from tally where tenant_id = ${tenantId}
    ) k, (
      select count(*) filter (where state = 'recorded') as recorded, count(*) filter (where state = 'submitted') as submitted,
        count(*) filter (where state = 'parked') as parked,
        min(updated_at) filter (where state <> 'parked') as "waitingSince"
      from settlement where tenant_id = ${tenantId} and state <> 'confirmed'
    ) s`
  if (!row) throw new Error('The sums of a tenant have no row.')
  return row
}

export type FoundRow = {
  kind: 'project' | 'claim' | 'transaction' | 'document' | 'statement'
  id: string
  title: string
  accountId: string | null
  /** The date of a statement. */
  at: string | null
  /** Whether this certificate has a newer version. */
  isSuperseded: boolean
}

/**
 * Finds the item with an id, address, number, verify code, chain hash or file SHA-256. A serial number, also one of a
 * registry of origin, finds the claims on its units, else the last movement of its first unit.
 */
export async function find(sql: Sql, tenantId: string, q: string, limit: number): Promise<FoundRow[]> {
  const id = idIn(q)
  const isAddress = addressIn(q) !== null
  const number = isAddress ? null : claimNumberIn(q)
  const projectNumber = isAddress ? null : projectNumberIn(q)
  const hash = isAddress ? null : hashIn(q)
  const code = isAddress ? null : verifyCodeIn(q)
  const movements = isAddress ? null : movementsMatching(sql, tenantId, q, limit)
  return sql<FoundRow[]>`
    select * from (
      select 'project' as kind, p.id, p.name as title, p.account_id as "accountId", null as at, false as "isSuperseded"
      from project p
      where p.tenant_id = ${tenantId} and (p.id = ${id} ${projectNumber === null ? sql`` : sql`or p.number = ${projectNumber}`})
        and ${isPublishedIn(sql, sql`p.status`)}
      union all
      select 'claim', c.id, c.number::text, null, null, false from claim c
      where c.tenant_id = ${tenantId} and (c.id = ${id}
        ${code ? sql`or c.verify_code = ${code}` : sql``}
        ${number ? sql`or c.number = ${number}` : sql``})
      ${
        hash
          ? sql`union all
            select 'claim', c.id, c.number::text, null, null, ${isSuperseded(sql, sql`f`)}
            from certificate f join claim c on c.tenant_id = f.tenant_id and c.id = f.claim_id
            where f.tenant_id = ${tenantId} and f.sha256 = decode(${hash}, 'hex')`
          : sql``
      }
      union all
      select 'transaction', t.id, t.type, null, null, false from transaction t
      where t.tenant_id = ${tenantId} and (t.id = ${id}
        ${
          hash
            ? sql`or t.id in (
                select s.transaction_id from settlement s join chain_transaction x on x.id = s.chain_transaction_id
                where s.tenant_id = ${tenantId} and x.hash = ${`0x${hash}`})
              or t.id in (select l.transaction_id from ledger_link l where l.tenant_id = ${tenantId} and l.hash = decode(${hash}, 'hex'))`
            : sql``
        })
      ${
        movements
          ? sql`union all
            select case when c.id is null then 'transaction' else 'claim' end, coalesce(c.id, m.transaction_id),
              coalesce(c.number::text, 'serial'), null, null, false
            from ${movements} m
            left join claim c on c.tenant_id = ${tenantId} and c.transaction_id = m.transaction_id`
          : sql``
      }
      ${
        hash
          ? sql`union all
            select 'document', p.id, d.title, p.account_id, null, false
            from document d join project p on p.tenant_id = d.tenant_id and p.id = d.project_id
            where d.tenant_id = ${tenantId} and d.sha256 = decode(${hash}, 'hex') and d.subject_kind = 'project' and d.is_public
              and ${isPublishedIn(sql, sql`p.status`)}`
          : sql``
      }
      ${
        hash || code
          ? sql`union all
            select 'statement', s.id, a.name, s.account_id, ${isoTime(sql, sql`s.as_of`)}, false
            from statement s join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
            where s.tenant_id = ${tenantId} and (${code ? sql`s.verify_code = ${code}` : sql`false`}
              or ${hash ? sql`s.sha256 = decode(${hash}, 'hex')` : sql`false`})`
          : sql``
      }
    ) found limit ${limit}`
}
