import { reading } from '#web/lib/reading-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Card, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import type { DocumentSubject } from './chosen-file.ts'
import { DocumentForm } from './document-form.tsx'
import { DocumentTable } from './document-table.tsx'

/**
 * Documents with versions and hashes. Permitted people get an upload form unless `mayAdd` is false. `types` are
 * suggestions.
 */
export function DocumentList({
  subject,
  mayAdd = true,
  types = [],
}: {
  subject: DocumentSubject
  mayAdd?: boolean
  types?: readonly string[]
}) {
  const { t } = useTranslation()
  const session = useSession()
  const documents = useRead(reading.listDocuments, {
    query: { subjectKind: subject.kind, subjectId: subject.id, tenantId: subject.tenantId },
    asUser: session !== null,
  })
  return (
    <Loaded from={documents} rows={3}>
      {(listed) => {
        const { items, most, acts } = listed
        return (
          <>
            {items.length === 0 ? (
              <Empty text={t('documents.none')} />
            ) : (
              <DocumentTable documents={items} isPublished={listed.isPublished} />
            )}
            {mayAdd && acts.includes('add') && (
              <Section title={t('documents.add')}>
                <Card>
                  <p className="mb-5 text-sm text-ink-faint">
                    {t('documents.atMost', { count: most, present: items.length })}
                  </p>
                  {items.length < most && <DocumentForm subject={subject} types={types} listed={listed} />}
                </Card>
              </Section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
