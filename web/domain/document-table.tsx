import { useState } from 'react'
import type { listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { FileTable } from '#web/ui/file-table.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { DocumentActs } from './document-acts.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { Readers } from './document-readers.tsx'
import { useDocumentTitle } from './document-title.ts'
import { OpenDocument } from './open-document.tsx'

type Listed = ReplyOf<typeof listDocuments>['items'][number]

/** Fewer documents are seen at once. */
const searchedFrom = 8

/** Documents with versions and hashes; those that the reader may change have ticks. */
export function DocumentTable({ documents, isPublished }: { documents: readonly Listed[]; isPublished: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  const [q, setQ] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const newest = new Map(documents.toReversed().map((document) => [document.title, document.documentId]))
  const isNewest = (document: Listed) => newest.get(document.title) === document.documentId
  const shown = documents.filter((document) => isNamed(document, titleOf, q))
  const chosen = shown.filter(({ documentId, acts }) => acts.length > 0 && ticked.has(documentId))
  return (
    <div className="flex flex-col gap-3">
      {documents.length >= searchedFrom && <SearchField label={t('documents.search')} value={q} onChange={setQ} />}
      {shown.length === 0 ? (
        <p className="py-4 text-ink-soft">{t('ui.nothingFound')}</p>
      ) : (
        <FileTable
          label={t('documents.list')}
          rows={shown}
          keyOf={({ documentId }) => documentId}
          nameOf={({ originalName }) => originalName}
          ticks={
            shown.some(({ acts }) => acts.length > 0)
              ? { keys: ticked, onChange: setTicked, isPossible: ({ acts }) => acts.length > 0 }
              : undefined
          }
          name={{
            label: t('documents.document'),
            cell: ({ title }) => (
              <span className="block truncate" title={titleOf(title)}>
                {titleOf(title)}
              </span>
            ),
          }}
          below={({ title, originalName }) =>
            originalName !== title && (
              <span className="block truncate text-sm font-normal text-ink-soft" title={originalName}>
                {originalName}
              </span>
            )
          }
          columns={[
            ...(documents.some(isTyped)
              ? [{ label: t('documents.kind'), cell: (row: Listed) => isTyped(row) && titleOf(row.type) }]
              : []),
            {
              label: t('documents.version'),
              cell: (document) => <Version version={document.version} isNewest={isNewest(document)} />,
            },
            {
              label: t('documents.size'),
              figure: true,
              cell: ({ sizeBytes }) => format.bytes(sizeBytes),
            },
            {
              label: t('documents.readBy'),
              cell: ({ isPublic, isKept }) => (
                <>
                  <Readers
                    isPublic={isPublic}
                    text={t(
                      !isPublic ? 'documents.private' : isPublished ? 'documents.public' : 'documents.publicLater',
                    )}
                  />
                  {isKept && ` · ${t('documents.isKept')}`}
                </>
              ),
            },
            {
              label: t('documents.added'),
              isDetail: true,
              cell: ({ createdAt, addedBy }) => (
                <>
                  {format.date(createdAt)}
                  {addedBy && <span className="block text-ink-faint">{addedBy}</span>}
                </>
              ),
            },
            {
              label: 'SHA-256',
              isDetail: true,
              cell: ({ sha256 }) => <CopyText text={sha256} shown={`${sha256.slice(0, 8)}…`} />,
            },
          ]}
          acts={(document) => (
            <>
              <DocumentPreview document={document} />
              <OpenDocument document={document} isBrief />
            </>
          )}
        />
      )}
      {chosen.length > 0 && <DocumentActs documents={chosen} onDone={() => setTicked(new Set())} />}
      {documents.some(({ isKept }) => isKept) && <p className="text-sm text-ink-faint">{t('documents.keptHelp')}</p>}
    </div>
  )
}

/** Whether the type says more than the title. */
const isTyped = ({ type, title }: Listed) => type !== title

/** Every word of the search, in any place of title, type or file's name. */
function isNamed({ title, type, originalName }: Listed, titleOf: (title: string) => string, q: string): boolean {
  const text = plain([title, titleOf(title), titleOf(type), originalName].join(' '))
  return plain(q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function Version({ version, isNewest }: { version: number; isNewest: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-center gap-2">
      <span className="tabular">
        <span className="sm:hidden">{t('documents.version')} </span>
        {version}
      </span>
      {!isNewest && <Badge tone="neutral">{t('documents.earlier')}</Badge>}
    </span>
  )
}
