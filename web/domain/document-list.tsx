import { type DocumentRecord, listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { DocumentSubject } from './chosen-file.ts'
import { DocumentActs } from './document-acts.tsx'
import { DocumentForm } from './document-form.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { useDocumentTitle } from './document-title.ts'
import { OpenDocument } from './open-document.tsx'

type Listed = ReplyOf<typeof listDocuments>['items'][number]

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
  const documents = useRead(listDocuments, {
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

function DocumentTable({ documents, isPublished }: { documents: readonly Listed[]; isPublished: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  const newest = new Map(documents.toReversed().map((document) => [document.title, document.documentId]))
  const columns: Column<Listed>[] = [
    {
      label: t('documents.document'),
      cell: (document) => (
        <>
          <span className="block font-medium break-words">{titleOf(document.title)}</span>
          {document.type !== document.title && (
            <span className="block text-sm text-ink-soft">{titleOf(document.type)}</span>
          )}
          {document.originalName !== document.title && (
            <span className="block text-sm break-all text-ink-faint">{document.originalName}</span>
          )}
        </>
      ),
    },
    {
      label: t('documents.version'),
      cell: (document) => <Version document={document} isNewest={newest.get(document.title) === document.documentId} />,
    },
    {
      label: t('documents.readBy'),
      cell: ({ isPublic, isKept }) => (
        <>
          {t(!isPublic ? 'documents.private' : isPublished ? 'documents.public' : 'documents.publicLater')}
          {isKept && <span className="block text-sm text-ink-faint">{t('documents.kept')}</span>}
        </>
      ),
    },
    {
      label: t('documents.size'),
      figure: true,
      cell: ({ sizeBytes }) => <span className="whitespace-nowrap">{format.bytes(sizeBytes)}</span>,
    },
    {
      label: t('documents.added'),
      cell: ({ createdAt, addedBy }) => (
        <>
          {format.date(createdAt)}
          {addedBy && <span className="block text-sm text-ink-faint">{addedBy}</span>}
        </>
      ),
    },
    {
      label: 'SHA-256',
      cell: (document) => <CopyText text={document.sha256} shown={`${document.sha256.slice(0, 8)}…`} />,
    },
    {
      label: '',
      cell: (document) => (
        <span className="flex flex-wrap gap-2">
          <DocumentPreview document={document} />
          <OpenDocument document={document} />
          {document.acts.length > 0 && <DocumentActs document={document} />}
        </span>
      ),
    },
  ]
  return (
    <Table label={t('documents.list')} columns={columns} rows={documents} keyOf={(document) => document.documentId} />
  )
}

function Version({ document, isNewest }: { document: DocumentRecord; isNewest: boolean }) {
  const { t } = useTranslation()
  const { version } = document
  if (isNewest) return <span className="tabular">{version}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="tabular">{version}</span>
      <Badge tone="neutral">{t('documents.earlier')}</Badge>
    </span>
  )
}
