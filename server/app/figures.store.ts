import type { Database } from '#server/infra/db/database.ts'
import type { Figures } from '#server/infra/metrics/metrics.ts'

/** Several scrapers share a result. */
const cacheMs = 5_000
/** Prometheus waits ten seconds by default. */
const timeoutMs = 2_000

/** All tenants' figures, one query at a time. Null if that fails or takes two seconds. */
export function figuresOf(sql: Database): () => Promise<Figures | null> {
  let cached: Promise<Figures | null> | null = null
  return () => {
    if (!cached) {
      const reading = read(sql).catch(() => null)
      cached = reading
      const forget = () => {
        if (cached === reading) cached = null
      }
      reading.then((found) => (found ? setTimeout(forget, cacheMs).unref() : forget()))
    }
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), timeoutMs)
    return Promise.race([cached, late.promise]).finally(() => clearTimeout(timer))
  }
}

async function read(sql: Database): Promise<Figures | null> {
  const [row] = await sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${String(timeoutMs)}, true)`
    return tx<Record<keyof Figures, number>[]>`
      select s.recorded + u.unlinked as recorded, s.submitted, s.parked, greatest(s.oldest, u.oldest) as "oldestSeconds",
        c.disagreeing as "tenantsDisagreeing", c.age as "reconciliationAgeSeconds",
        u.unlinked,
        l.waiting as "lettersWaiting", l.failing as "lettersFailing"
      from (
        select count(*) filter (where s.state = 'recorded')::int as recorded,
          count(*) filter (where s.state = 'submitted')::int as submitted,
          count(*) filter (where s.state = 'parked')::int as parked,
          coalesce(extract(epoch from now() - min(t.created_at) filter (where s.state <> 'parked')), 0)::float8 as oldest
        from settlement s join transaction t on t.tenant_id = s.tenant_id and t.id = s.transaction_id
        where s.state <> 'confirmed'
      ) s, (
        select count(*)::int as unlinked, coalesce(extract(epoch from now() - min(t.created_at)), 0)::float8 as oldest
        from unlinked() u join transaction t on t.tenant_id = u.tenant_id and t.id = u.transaction_id
      ) u, (
        select count(*) filter (where not last.agreed)::int as disagreeing,
          coalesce(extract(epoch from now() - min(last.at)), 0)::float8 as age
        from tenant, lateral (
          select at, agreed from reconciliation r where r.tenant_id = tenant.id order by number desc limit 1) last
      ) c, (
        select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing
        from letter where next_at is not null
      ) l`
  }, 'read only')
  return row ?? null
}
