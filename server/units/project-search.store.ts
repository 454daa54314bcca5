import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { finds } from '#server/infra/db/search.ts'
import { firstSerialIn, idIn, projectNumberIn } from '#shared/rules/codes-in-text.ts'
import { limits } from '#shared/rules/limits.ts'
import { movementsMatching } from './ledger/ranges.ts'

/**
 * SQL: `id` is of a project that matches: by the words of its search document (name, proponent, methodology, country,
 * codes), its id or number, or the serial number of one of its units.
 */
export function isProjectFound(sql: Sql, tenantId: string, id: Fragment, search: Search): Fragment {
  const { q } = search
  const number = projectNumberIn(q)
  return sql`${id} in (
    select d.id from search_document d
    where d.tenant_id = ${tenantId} and d.kind = 'project' and ${finds(sql, sql`d.words`, search)}
    union all
    select p.id from project p where p.tenant_id = ${tenantId} and p.id = ${idIn(q)}
    ${number === null ? sql`` : sql`union all select p.id from project p where p.tenant_id = ${tenantId} and p.number = ${number}`}
    ${projectsOfSerial(sql, tenantId, q)})`
}

function projectsOfSerial(sql: Sql, tenantId: string, q: string): Fragment {
  const movements = movementsMatching(sql, tenantId, q, limits.searchCounted)
  const serial = firstSerialIn(q)
  if (!movements) return sql``
  return sql`
    union all
    select p.id from ${movements} m
    join entry e on e.tenant_id = ${tenantId} and e.transaction_id = m.transaction_id
    join asset s on s.tenant_id = ${tenantId} and s.id = e.asset_id
    join project p on p.tenant_id = ${tenantId} and p.id = s.project_id
    ${serial ? sql`where p.number = ${serial.projectNumber}` : sql``}`
}
