import fastify from 'fastify'
import pg from 'pg'
import { serveBench } from './child.ts'

/** The limit of uncached project lists: a bare server with one prepared statement, which builds the JSON. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 4,
  options: '-c plan_cache_mode=force_generic_plan -c TimeZone=UTC',
})

const text = `
  select json_build_object(
    'items', coalesce((select json_agg(item) from (
      select p.id, p.id as "projectId", p.tenant_id as "tenantId", p.account_id as "accountId",
        p.tenant_id || '|' || p.account_id || '|' || p.id as "projectKey", p.number, p.name as "projectName",
        a.name as proponent, m.name as methodology, p.kind as type, p.country, p.status,
        (center(p.extent))[0] as longitude, (center(p.extent))[1] as latitude,
        nullif(p.status_since, '0001-01-01T00:00:00Z'::timestamptz) as "statusSince",
        case when w.verifying > 0 then 'verification' when w.unissued > 0 then 'issuance'
          when w.measuring > 0 then 'measurement' when p.end_date < current_date then 'completed'
          when u.minted > 0 then 'issuance' else 'measurement' end as stage,
        p.start_date as "startDate", p.end_date as "endDate",
        coalesce(u.minted, 0) as "assetsMinted", coalesce(u.held, 0) as "assetsAvailable",
        u.minted > 0 or p.status = 'active' as "blockchainAddressActive",
        '/images/' || p.tenant_id || '/' || p.account_id || '/' || p.id || '/' || p.image_file_name as image,
        p.image_file_name as "imageFileName", p.changed_at as "changed_at", p.created_at as "createdAt", '[]'::json as acts,
        0 as balance
      from (select * from project where tenant_id = $1 and status = $2 and country = $3
          and status in ('approved', 'active', 'suspended', 'withdrawn')
        order by project.minted desc, id desc limit $4) p
      join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
      left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
      left join lateral (select sum(s.issued) as minted, sum(b.held) as held
        from asset s left join lateral (select sum(held) as held from balance b
          where b.tenant_id = s.tenant_id and b.asset_id = s.id) b on true
        where s.tenant_id = p.tenant_id and s.project_id = p.id) u on true
      left join lateral (select count(*) filter (where e.status in ('scheduled', 'in progress', 'submitted', 'changes requested')) as measuring,
          count(*) filter (where v.status in ('requested', 'in progress', 'findings open')) as verifying,
          sum(v.quantity - coalesce(s.issued, 0)) filter (where v.status = 'verified') as unissued
        from measurement e left join verification v on v.tenant_id = e.tenant_id and v.measurement_id = e.id
        left join asset s on s.tenant_id = v.tenant_id and s.verification_id = v.id
        where e.tenant_id = p.tenant_id and e.project_id = p.id) w on true
      order by p.minted desc, p.id desc
    ) item), '[]'),
    'total', (select count(*) from project where tenant_id = $1 and status = $2 and country = $3
      and status in ('approved', 'active', 'suspended', 'withdrawn'))
  )::text as body`

type Filters = { tenantId: string; status: string; country: string; limit: string }

const app = fastify()
app.get<{ Querystring: Filters }>('/api/projects', async ({ query }, reply) => {
  const values = [query.tenantId, query.status, query.country, Number(query.limit)]
  const { rows } = await pool.query<{ body: string }>({ name: 'projects', text, values })
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body)
})
serveBench({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }, async () => {
  await app.close()
  await pool.end()
})
