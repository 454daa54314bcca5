import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { certificateWordings } from '#shared/rules/certificate-wording.ts'

/** Certificate `f` has a later version, or words that the next request replaces: of its language or of its claim. */
export const isSuperseded = (sql: Sql, f: Fragment) => sql`(
  ${f}.wording < (${JSON.stringify(certificateWordings)}::jsonb ->> ${f}.language)::int
  or exists (
    select from claim_correction k where k.tenant_id = ${f}.tenant_id and k.claim_id = ${f}.claim_id and k.version > ${f}.claim_version)
  or exists (
    select from certificate n where n.tenant_id = ${f}.tenant_id and n.claim_id = ${f}.claim_id and n.language = ${f}.language
      and n.version > ${f}.version))`
