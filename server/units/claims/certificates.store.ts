import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import { isSuperseded } from './superseded.ts'

export type CertificateRow = {
  version: number
  language: Language
  fileKey: string
  sha256: string
  issuedAt: Date
  /** Replaced by a later version, or about to be: its wording was corrected. */
  isSuperseded: boolean
}

/** More files than a claim's certificate has: a few versions in each language. */
const mostCertificates = 100

/** The issued certificates of a claim, by language, the newest version of each first. */
export async function certificatesOf(sql: Sql, tenantId: string, claimId: string): Promise<CertificateRow[]> {
  return sql<CertificateRow[]>`
    select f.version, f.language, f.file_key as "fileKey", encode(f.sha256, 'hex') as sha256, f.issued_at as "issuedAt",
      ${isSuperseded(sql, sql`f`)} as "isSuperseded"
    from certificate f
    where f.tenant_id = ${tenantId} and f.claim_id = ${claimId}
    order by f.language, f.version desc limit ${mostCertificates}`
}

/** Keeps the first certificate of a version and language and returns true; a second writer changes nothing, and the answer is false. */
export async function saveCertificate(
  sql: Sql,
  row: {
    tenantId: string
    claimId: string
    version: number
    language: Language
    wording: number
    fileKey: string
    sha256: Buffer
  },
): Promise<boolean> {
  const { count } = await sql`
    insert into certificate (tenant_id, claim_id, version, language, wording, file_key, sha256)
    values (${row.tenantId}, ${row.claimId}, ${row.version}, ${row.language}, ${row.wording}, ${row.fileKey}, ${row.sha256})
    on conflict do nothing`
  return count > 0
}
