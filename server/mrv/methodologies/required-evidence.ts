import type { Sql } from '#server/infra/db/database.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { missingEvidence } from './methodologies.store.ts'

/** Fails with `conflict` if a document required by the methodology is missing. */
export async function requireEvidence(
  tx: Sql,
  { tenantId, methodologyId }: { tenantId: string; methodologyId: string | null },
  subject: { kind: 'measurement' | 'verification'; id: string },
): Promise<void> {
  if (methodologyId === null) return
  const missing = await missingEvidence(tx, tenantId, methodologyId, subject)
  if (missing.length === 0) return
  throw new Failure(
    'conflict',
    `The methodology asks for documents that are not here yet: ${missing.join('; ')}. Add them to the ${subject.kind}.`,
    because(`evidence.${subject.kind}`, { titles: missing }),
  )
}
