import type { Sql } from '#server/infra/db/database.ts'

type Named = { tenantId: string; accountId: string; projectId: string; fileName: string }
/** `sha256` in hexadecimal. */
export type NamedFiles = {
  images: Named[]
  documents: (Omit<Named, 'projectId'> & { sha256: string })[]
  /** Claims' certificates and accounts' statements. */
  certificates: { fileKey: string; sha256: string }[]
}

export async function namedFiles(sql: Sql): Promise<NamedFiles> {
  const images = await sql<Named[]>`
    select tenant_id as "tenantId", account_id as "accountId", id as "projectId", image_file_name as "fileName"
    from project where image_file_name is not null order by tenant_id, id`
  const documents = await sql<NamedFiles['documents']>`
    select tenant_id as "tenantId", account_id as "accountId", file_name as "fileName", encode(sha256, 'hex') as sha256
    from document order by tenant_id, file_name`
  // An older database lacks the table.
  const [existing] = await sql<{ statements: boolean }[]>`select to_regclass('statement') is not null as statements`
  const statements = existing?.statements ? sql`union all select file_key, sha256 from statement` : sql``
  const certificates = await sql<{ fileKey: string; sha256: string }[]>`
    select file_key as "fileKey", encode(sha256, 'hex') as sha256
    from (select file_key, sha256 from certificate ${statements}) issued order by file_key`
  return { images, documents, certificates }
}
