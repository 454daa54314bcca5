import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { checkDocument } from '#server/infra/files/documents.ts'
import { randomName, storingFiles } from '#server/infra/files/storing-files.ts'
import type { ReadUpload, Upload } from '#server/infra/files/upload.ts'
import { using } from '#server/infra/files/using.ts'
import { refuseBeyondTrial } from '#server/mrv/trial/trial.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import { limitsOf, tenantOf } from '#server/people/tenants/tenants.ts'
import type * as contract from '#shared/contract/documents.ts'
import { documentTitle, subjectKind } from '#shared/contract/documents.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { id } from '#shared/contract/fields.ts'
import { detailsOf } from '#shared/contract/issues.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { documentKey, documentOf, documentsFor } from './document-view.ts'
import {
  type DocumentRow,
  hashesActedOn,
  insertDocument,
  lockSubject,
  peopleNamed,
  placeForDocument,
} from './documents.store.ts'
import { type SubjectKey, subjectFor, subjectToAddTo } from './standing.ts'
import type { DocumentDeps, DocumentSubject } from './subject.ts'
import { asSeenFrom } from './visiting.ts'

/** Documents that the caller may read, newest first. Fails with `not_found` for a hidden subject. */
export async function documentList(
  deps: Pick<DocumentDeps, 'sql' | 'lookups' | 'config' | 'subjects'>,
  actor: Actor,
  { subjectKind: kind, subjectId, tenantId = actor.tenantId }: ValidQueryOf<typeof contract.listDocuments>,
): Promise<ReplyOf<typeof contract.listDocuments>> {
  const { projectDocuments: most } = limitsOf(await tenantOf(deps, tenantId))
  const subject = await subjectFor(deps, asSeenFrom(actor, tenantId), { kind, id: subjectId })
  const rows = await documentsFor(deps.sql, subject, kind, subjectId)
  const mayChange = subject.mayAdd && !subject.isLocked
  const { names, actedOn } = await insightsInto(deps, tenantId, { kind, id: subjectId }, subject.mayRead ? rows : [])
  return {
    items: rows.map((row) => {
      const isKept = actedOn.has(row.sha256.toString('hex'))
      return {
        ...documentOf(row, subject, deps.config),
        addedBy: row.createdBy === null ? null : (names.get(row.createdBy) ?? null),
        isKept: mayChange && isKept,
        acts: mayChange && !isKept ? (['change', 'remove'] as const) : [],
      }
    }),
    most,
    isPublished: subject.isPublished,
    acts: mayChange ? ['add'] : [],
  }
}

/** Who added each document, and which ones acts rely on. */
function insightsInto({ sql }: Pick<InfraDeps, 'sql'>, tenantId: string, of: SubjectKey, rows: readonly DocumentRow[]) {
  if (rows.length === 0) return { names: new Map<string, string>(), actedOn: new Set<string>() }
  const usernames = rows.map(({ createdBy }) => createdBy)
  return inTenant(sql, tenantId, async (tx) => ({
    names: await peopleNamed(tx, tenantId, usernames),
    actedOn: new Set(await hashesActedOn(tx, tenantId, of.kind, of.id)),
  }))
}

export type Adding = SubjectKey & { title: string; type: string; isPublic: boolean }

/** Builds the reply inside the transaction. */
type AnswerOf<Answer> = (tx: Sql, row: DocumentRow, subject: DocumentSubject) => Promise<Answer>

/** An existing title gets a new version; earlier versions remain. */
export async function addDocument(
  deps: Pick<DocumentDeps, 'sql' | 'lookups' | 'config' | 'files' | 'scan' | 'subjects'>,
  actor: Actor,
  upload: ReadUpload,
): Promise<contract.DocumentRecord> {
  return addTo(
    deps,
    actor,
    upload,
    async (fields) => addingIn(fields),
    async (_, row, subject) => documentOf(row, subject, deps.config),
  )
}

/**
 * Adds the document of a form. `read` parses the fields; `answer` makes the reply. Fails with `not_found`, `forbidden`
 * or `conflict` before it reads the file, or with `conflict` above the document limit.
 */
export async function addTo<Answer>(
  deps: Pick<DocumentDeps, 'sql' | 'lookups' | 'files' | 'scan' | 'subjects'>,
  actor: Actor,
  upload: ReadUpload,
  read: (fields: Record<string, string>, originalName: string) => Promise<Adding>,
  answer: AnswerOf<Answer>,
): Promise<Answer> {
  const { documentBytes, projectDocuments } = limitsOf(await tenantOf(deps, actor.tenantId))
  const sent = upload({
    files: deps.files,
    maxBytes: documentBytes,
    beforeFile: async (fields) => void (await subjectToAddTo(deps, actor, await read(fields, ''))),
  })
  return using(sent, async (document) => {
    const facts = await checkDocument(document.draft, document.fileName)
    await deps.scan(document.draft)
    const adding = { ...facts, ...(await read(document.fields, facts.name)) }
    return storeDocument(deps, actor, document, adding, projectDocuments, answer)
  })
}

async function storeDocument<Answer>(
  deps: Pick<DocumentDeps, 'sql' | 'files' | 'subjects'>,
  actor: Actor,
  { draft }: Upload,
  {
    kind,
    id: subjectId,
    title,
    type,
    isPublic,
    mediaType,
    extension,
    name,
  }: Adding & Awaited<ReturnType<typeof checkDocument>>,
  most: number,
  answer: AnswerOf<Answer>,
): Promise<Answer> {
  const { accountId: folder } = await subjectToAddTo(deps, actor, { kind, id: subjectId })
  const { tenantId } = actor
  const accountId = folder ?? memberOf(actor).accountId
  const fileName = `${randomName()}.${extension}`
  const key = documentKey({ tenantId, accountId, fileName })
  return storingFiles(deps, tenantId, [{ key, draft, mediaType }], async (tx) => {
    await refuseBeyondTrial(tx, { tenantId, accountId }, 'files')
    await lockSubject(tx, tenantId, kind, subjectId)
    const subject = await subjectToAddTo({ ...deps, sql: tx }, actor, { kind, id: subjectId })
    const { version, documents } = await placeForDocument(tx, tenantId, { kind, id: subjectId, title })
    if (documents >= most)
      throw new Failure('conflict', `A ${kind} has at most ${most} documents.`, because('file.most', { most }))
    const row = await insertDocument(tx, {
      tenantId,
      documentId: newId(),
      subjectKind: kind,
      subjectId,
      projectId: subject.projectId,
      accountId,
      title,
      type,
      fileName,
      originalName: name,
      mediaType,
      sizeBytes: BigInt(draft.size),
      sha256: Buffer.from(draft.sha256, 'hex'),
      version,
      isPublic,
      createdBy: actor.userId,
    })
    await auditAdding(tx, actor, row)
    await notifyOfAdding(tx, actor, subject, row)
    return answer(tx, row, subject)
  })
}

async function auditAdding(tx: Sql, actor: Actor, row: DocumentRow): Promise<void> {
  const { subjectKind: kind, subjectId, documentId, title, version, originalName, isPublic, sha256 } = row
  await audit(tx, actor, {
    act: `${kind}.document`,
    subject: `${kind}:${subjectId}`,
    after: { documentId, title, version, originalName, isPublic, sha256: sha256.toString('hex') },
  })
}

/** Skips the accounts of the person who added it. */
function notifyOfAdding(tx: Sql, actor: Actor, { restingOn }: DocumentSubject, row: DocumentRow): Promise<void> {
  return notifyOf(tx, actor, restingOn, row)
}

export async function notifyOfRemoval(
  tx: Sql,
  actor: Actor,
  { restingOn }: DocumentSubject,
  row: DocumentRow,
): Promise<void> {
  const { subjectKind } = row
  // Only the verifier uses these documents.
  if (restingOn === null || subjectKind === 'verification') return
  const { whom, notice } = restingOn
  await notifyOf(tx, actor, { whom, notice: { ...notice, kind: `${subjectKind}.documentRemoved` } }, row)
}

async function notifyOf(
  tx: Sql,
  actor: Actor,
  restingOn: DocumentSubject['restingOn'],
  { title }: DocumentRow,
): Promise<void> {
  if (restingOn === null) return
  const { whom, notice } = restingOn
  const accounts = whom.accounts?.filter((accountId) => accountId === null || !actor.accountIds.includes(accountId))
  await notify(
    tx,
    actor,
    { ...whom, accounts: accounts ?? [] },
    { ...notice, facts: { ...notice.facts, about: title } },
  )
}

function addingIn({ subjectKind: kind, subjectId, title, type = title, isPublic }: Record<string, string>): Adding {
  const parsed = subjectKind.safeParse(kind)
  if (!parsed.success)
    throw invalidAt(
      'subjectKind',
      `must be one of ${subjectKind.options.join(', ')}`,
      because('invalid.choice', { choices: subjectKind.options }),
    )
  if (!id.safeParse(subjectId).success) throw invalidAt('subjectId', 'must be an id', because('invalid.id'))
  return {
    kind: parsed.data,
    id: subjectId ?? '',
    title: titleIn(title),
    type: titleIn(type, 'type'),
    isPublic: publicIn(isPublic),
  }
}

/** Fails with `invalid`. */
export function titleIn(text: string | undefined, field = 'title'): string {
  const named = documentTitle.safeParse(text)
  if (named.success) return named.data
  const details = detailsOf(named.error.issues, text, field)
  throw new Failure('invalid', `${field}: ${details[0]?.message}`, because('request.invalid'), details)
}

/** Fails with `invalid`. */
export function publicIn(text: string | undefined): boolean {
  if (text !== 'true' && text !== 'false')
    throw invalidAt('isPublic', 'must be true or false', because('invalid.yesOrNo'))
  return text === 'true'
}
