import type { Sql } from '#server/infra/db/database.ts'
import { type DocumentRow, documentsOfEach } from '#server/mrv/documents/document-view.ts'
import type { Place } from '#shared/contract/verifications.ts'
import { because, invalidAt } from '#shared/rules/failure.ts'
import { findingsOf } from './findings.store.ts'
import type { VerificationRow } from './verifications.store.ts'

type EvidenceDocument = DocumentRow & { subjectKind: 'measurement' | 'verification' | 'finding' }

/** Documents of a verification, its measurement and its findings, all versions, newest first of each subject. */
export async function evidenceDocuments(
  tx: Sql,
  { tenantId, verificationId, measurementId }: VerificationRow,
): Promise<EvidenceDocument[]> {
  const findings = await findingsOf(tx, tenantId, verificationId)
  const documentsOf = async (subjectKind: EvidenceDocument['subjectKind'], ids: readonly string[]) =>
    (await documentsOfEach(tx, tenantId, subjectKind, ids)).map((document) => ({ ...document, subjectKind }))
  return [
    ...(await documentsOf('measurement', [measurementId])),
    ...(await documentsOf('verification', [verificationId])),
    ...(await documentsOf(
      'finding',
      findings.map(({ findingId }) => findingId),
    )),
  ]
}

/** Fails with `invalid` for a document of something else, or a place that its kind of file lacks. */
export async function documentAtPlace(tx: Sql, row: VerificationRow, place: Place): Promise<DocumentRow> {
  const documents = await evidenceDocuments(tx, row)
  const document = documents.find(({ documentId }) => documentId === place.documentId)
  if (!document) {
    throw invalidAt(
      'place.documentId',
      'must be a document of this verification, its measurement or its findings',
      because('finding.otherFile'),
    )
  }
  const given = (['page', 'row', 'region', 'sheet'] as const).filter((part) => place[part] !== undefined)
  const possible = placesIn(document.mediaType)
  const hasOne = given.filter((part) => part !== 'sheet').length <= 1
  if (
    !hasOne ||
    (given.includes('sheet') && !given.includes('row')) ||
    !given.every((part) => possible.includes(part))
  ) {
    throw invalidAt(
      'place',
      'must be one page of a PDF, one row of a CSV file, one row of a sheet of a workbook, or one region of a picture',
      because('finding.noSuchPlace', { name: document.originalName }),
    )
  }
  return document
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function placesIn(mediaType: string): readonly (keyof Place)[] {
  if (mediaType === 'application/pdf') return ['page']
  if (mediaType === 'text/csv') return ['row']
  if (mediaType === workbook) return ['sheet', 'row']
  return mediaType.startsWith('image/') ? ['region'] : []
}

/** For the audit log, in URI fragments (RFC 8118, RFC 7111, Media Fragments); the hash keeps the document. */
export function factsOf(
  { page, sheet, row, region }: Place,
  { title, version, originalName, sha256 }: DocumentRow,
): { files: string[]; sha256: string[] } {
  const percent = (thousandths: number) => thousandths / 10
  const parts = [
    ...(page === undefined ? [] : [`page=${page}`]),
    ...(sheet === undefined ? [] : [`sheet=${sheet}`]),
    ...(row === undefined ? [] : [`row=${row}`]),
    ...(region
      ? [`xywh=percent:${[region.left, region.top, region.width, region.height].map(percent).join(',')}`]
      : []),
  ]
  const fragment = parts.length > 0 ? `#${parts.join('&')}` : ''
  return { files: [`${title} ${version}: ${originalName}${fragment}`], sha256: [sha256.toString('hex')] }
}
