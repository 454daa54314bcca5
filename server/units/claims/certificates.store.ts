import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { wireTime } from '#server/infra/db/times.ts'
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
  wording: number
  /** Of the act that issued the version anew. */
  reissue: Reissue | null
}

/** Why certificates of an earlier wording were issued anew, and when that was decided. */
export type Reissue = { id: string; reason: string; at: string }

const reissueIn = (sql: Sql, r: Fragment) =>
  sql`jsonb_build_object('id', ${r}.id, 'reason', ${r}.reason, 'at', ${wireTime(sql, sql`${r}.made_at`)})`

/** A few versions in each language. */
const mostCertificates = 100

/** By language, newest version first. */
export async function certificatesOf(sql: Sql, tenantId: string, claimId: string): Promise<CertificateRow[]> {
  return sql<CertificateRow[]>`
    select f.version, f.language, f.file_key as "fileKey", encode(f.sha256, 'hex') as sha256, f.issued_at as "issuedAt",
      ${isSuperseded(sql, sql`f`)} as "isSuperseded", f.wording,
      case when r.id is not null then ${reissueIn(sql, sql`r`)} end as reissue
    from certificate f
    left join reissue r on r.tenant_id = f.tenant_id and r.id = f.reissue_id
    where f.tenant_id = ${tenantId} and f.claim_id = ${claimId}
    order by f.language, f.version desc limit ${mostCertificates}`
}

/** The newest act that concerns certificates of an earlier wording. */
export async function reissueOf(
  sql: Sql,
  tenantId: string,
  { language, wording }: Pick<CertificateRow, 'language' | 'wording'>,
): Promise<Reissue | null> {
  const [row] = await sql<{ reissue: Reissue }[]>`
    select ${reissueIn(sql, sql`r`)} as reissue from reissue r
    where r.tenant_id = ${tenantId} and (r.wordings ->> ${language})::int > ${wording}
    order by r.made_at desc, r.id desc limit 1`
  return row?.reissue ?? null
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
    reissueId: string | null
    fileKey: string
    sha256: Buffer
  },
): Promise<boolean> {
  const { count } = await sql`
    insert into certificate (tenant_id, claim_id, version, language, wording, claim_version, reissue_id, file_key, sha256)
    values (${row.tenantId}, ${row.claimId}, ${row.version}, ${row.language}, ${row.wording},
      ${row.claimVersion}, ${row.reissueId}, ${row.fileKey}, ${row.sha256})
    on conflict do nothing`
  return count > 0
}
