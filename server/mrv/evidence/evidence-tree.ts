import { type DocumentRow, documentOf, documentsOfEach, isOpen } from '#server/mrv/documents/document-view.ts'
import { readableProject } from '#server/mrv/projects/projects.ts'
import type { SiteDeps } from '#server/people/tenants/sites.ts'
import { rangeOf } from '#server/units/ledger/ranges.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { Evidence, readEvidence } from '#shared/contract/evidence.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Actor, mayReach } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { assetsOfClaim, type EvidenceRow, evidenceRows, firstRangesOf } from './evidence.store.ts'

/**
 * What a project's or claim's units rest on: each asset with its verification, measurement, methodology and readable
 * documents. Fails with `not_found`.
 */
export async function evidenceFor(
  deps: SiteDeps,
  actor: Actor,
  { tenantId, projectId, claimId }: ValidQueryOf<typeof readEvidence>,
): Promise<ReplyOf<typeof readEvidence>> {
  if (projectId !== undefined) return { items: await evidenceOf(deps, actor, tenantId, projectId) }
  const assets = await assetsOfClaim(deps.sql, tenantId, claimId ?? '')
  if (assets.length === 0) throw new Failure('not_found', 'There is no such claim.', because('noSuch.claim'))
  const projects = [...new Set(assets.map((asset) => asset.projectId))]
  const all = await Promise.all(projects.map((id) => evidenceOf(deps, actor, tenantId, id)))
  return { items: all.flat().filter(({ assetId }) => assets.some((asset) => asset.assetId === assetId)) }
}

async function evidenceOf(deps: SiteDeps, actor: Actor, tenantId: string, projectId: string): Promise<Evidence[]> {
  const { sql, config } = deps
  await readableProject(deps, actor, { tenantId, projectId })
  const [rows, ranges] = await Promise.all([
    evidenceRows(sql, tenantId, projectId),
    firstRangesOf(sql, tenantId, projectId),
  ])
  const idsOf = (key: 'verificationId' | 'measurementId' | 'methodologyId') => rows.flatMap((row) => row[key] ?? [])
  const documents = (
    await Promise.all([
      documentsOfEach(sql, tenantId, 'verification', idsOf('verificationId')),
      documentsOfEach(sql, tenantId, 'measurement', idsOf('measurementId')),
      documentsOfEach(sql, tenantId, 'methodology', idsOf('methodologyId')),
    ])
  ).flat()
  const of = (kind: DocumentRow['subjectKind'], id: string, standing: { isPublished: boolean; mayRead: boolean }) =>
    documents
      .filter(({ subjectKind, subjectId }) => subjectKind === kind && subjectId === id)
      .filter((document) => standing.mayRead || isOpen(document, standing))
      .map((document) => documentOf(document, standing, config))
  return rows.map((row) => {
    const isInsider = takesPart(actor, tenantId, row)
    return {
      assetId: row.assetId,
      projectId: row.projectId,
      project: row.project,
      vintage: row.vintage,
      batch: row.batch,
      issued: toWire(row.issued),
      serials: ranges.filter(({ assetId }) => assetId === row.assetId).map(rangeOf),
      verification:
        row.verificationId === null
          ? null
          : {
              verificationId: row.verificationId,
              name: row.verifier ?? '',
              quantity: toWire(row.verified ?? 0n),
              quantityReason: isInsider ? row.quantityReason : null,
              decidedAt: row.decidedAt?.toISOString() ?? null,
              documents: of('verification', row.verificationId, { isPublished: true, mayRead: isInsider }),
            },
      measurement:
        row.measurementId === null
          ? null
          : {
              measurementId: row.measurementId,
              name: row.measurer ?? '',
              periodStart: row.periodStart ?? '',
              periodEnd: row.periodEnd ?? '',
              quantity: toWire(row.measured ?? 0n),
              documents: of('measurement', row.measurementId, { isPublished: true, mayRead: isInsider }),
            },
      methodology:
        row.methodologyId === null
          ? null
          : {
              methodologyId: row.methodologyId,
              name: row.methodology ?? '',
              version: row.methodologyVersion ?? '',
              documents: of('methodology', row.methodologyId, {
                isPublished: row.isMethodologyPublished,
                mayRead: false,
              }),
            },
      isInsider,
    }
  })
}

function takesPart(actor: Actor, tenantId: string, row: EvidenceRow): boolean {
  const assigned = [row.verifierId, row.measurerId]
  return mayReach(actor, 'verification.list', { tenantId, accountId: row.projectAccountId, assigned })
}
