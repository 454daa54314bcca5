import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import { isSuperseded } from './superseded.ts'

export type CertificateRow = {
  version: number
  language: Language
  fileKey: string
  sha256: string
  issuedAt: Date
  /** A later version exists or is due after a corrected wording. */
  isSuperseded: boolean
}

/** A few versions in each language. */
const mostCertificates = 100

/** By language, newest version first. */
export async function certificatesOf(sql: Sql, tenantId: string, claimId: string): Promise<CertificateRow[]> {
  return sql<CertificateRow[]>`
    select f.version, f.language, f.file_key as "fileKey", encode(f.sha256, 'hex') as sha256, f.issued_at as "issuedAt",
      ${isSuperseded(sql, sql`f`)} as "isSuperseded"
    from certificate f
    where f.tenant_id = ${tenantId} and f.claim_id = ${claimId}
    order by f.language, f.version desc limit ${mostCertificates}`
}

/** Returns false if the version and language exist already. */
export async function saveCertificate(
  sql: Sql,
  row: {
    tenantId: string
    claimId: string
    version: number
    language: Language
    wording: number
    claimVersion: number
    fileKey: string
    sha256: Buffer
  },
): Promise<boolean> {
  const { count } = await sql`
    insert into certificate (tenant_id, claim_id, version, language, wording, claim_version, file_key, sha256)
    values (${row.tenantId}, ${row.claimId}, ${row.version}, ${row.language}, ${row.wording},
      ${row.claimVersion}, ${row.fileKey}, ${row.sha256})
    on conflict do nothing`
  return count > 0
}
