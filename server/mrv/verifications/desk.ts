import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { documentOf, peopleNamed } from '#server/mrv/documents/document-view.ts'
import { noSuchDocument } from '#server/mrv/documents/opening.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/verifications.ts'
import { actsIn, next } from '#shared/rules/lifecycle/machine.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { type Actor, mayReach, memberOf } from '#shared/rules/permissions.ts'
import { conflictOf, conflictsAmong } from './conflicts.ts'
import { addCheck, checksOf, deleteCheck } from './desk.store.ts'
import { findingsOf } from './findings.store.ts'
import { evidenceDocuments } from './places.ts'
import { lockedToJudge } from './verification-acts.ts'
import { judgedBy, readable } from './verifications.ts'

/** The evidence; people of the verification provider see what they and their colleagues have checked. */
export async function verificationFiles(
  { sql, config }: Pick<InfraDeps, 'sql' | 'config'>,
  actor: Actor,
  verificationId: string,
): Promise<ReplyOf<typeof contract.listVerificationFiles>> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    const row = await readable(tx, actor, verificationId)
    const { tenantId } = row
    const documents = await evidenceDocuments(tx, row)
    const findings = await findingsOf(tx, tenantId, verificationId)
    const authors = documents.map(({ createdBy }) => createdBy)
    const names = documents.length > 0 ? await peopleNamed(tx, tenantId, authors) : new Map<string, string>()
    const seesChecks = mayReach(actor, 'verification.decide', judgedBy(row))
    const checks = seesChecks ? await checksOf(tx, tenantId, verificationId) : []
    const mayCheck =
      seesChecks &&
      actsIn(verificationMachine, row.status).includes('openFinding') &&
      conflictOf(row, await conflictsAmong(tx, actor, [row])) === null
    const seen = new Set<string>()
    const isFirst = (key: string) => !seen.has(key) && seen.add(key) !== undefined
    // As the documents' subjects say.
    const published = { measurement: true, verification: row.status === 'verified', finding: false }
    return {
      items: documents.map((document) => {
        const { subjectKind, subjectId, title, documentId, createdBy } = document
        const finding = findings.find(({ findingId }) => findingId === subjectId)
        return {
          ...documentOf(document, { isPublished: published[subjectKind] }, config),
          subjectKind,
          subjectId,
          finding: finding ? `${finding.type} ${finding.number}` : null,
          addedBy: createdBy === null ? null : (names.get(createdBy) ?? null),
          isNewest: isFirst(`${subjectKind} ${subjectId} ${title}`),
          checks: checks
            .filter((check) => check.documentId === documentId)
            .map(({ name, at, username }) => ({ name, at: at.toISOString(), isOwn: username === actor.userId })),
        }
      }),
      seesChecks,
      acts: mayCheck ? ['check'] : [],
    }
  })
}

/** Adds or removes the caller's own check. Fails with `conflict` before the start and after the opinion. */
export async function checkFile(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { verificationId, documentId }: { verificationId: string; documentId: string },
  { isChecked }: ValidBodyOf<typeof contract.checkFile>,
): Promise<ReplyOf<typeof contract.checkFile>> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, verificationId)
    next(verificationMachine, row.status, 'openFinding', 'verification')
    const document = (await evidenceDocuments(tx, row)).find((each) => each.documentId === documentId)
    if (!document) throw noSuchDocument()
    const { tenantId, title, version, originalName } = document
    const check = { tenantId, verificationId, documentId, username: memberOf(actor).userId }
    const hasChanged = await (isChecked ? addCheck(tx, check) : deleteCheck(tx, check))
    if (hasChanged) {
      await audit(tx, actor, {
        act: isChecked ? 'verification.check' : 'verification.uncheck',
        subject: `verification:${verificationId}`,
        after: { documentId, title, version, originalName },
      })
    }
    return { documentId, isChecked }
  })
}
