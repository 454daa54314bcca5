import { Download } from 'lucide-react'
import { useState } from 'react'
import { documentType, type Project, type ProjectDocument, uploadDocument } from '#shared/contract/projects.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Select } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useUpload } from './use-upload.tsx'

const accepted = '.pdf,.xlsx,.csv,.docx,.png,.jpg,.jpeg'

/** A project's documents with their versions and hashes, and a form to add one for people who may edit the project. */
export function ProjectDocuments({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { projectDocuments } = site().limits
  return (
    <>
      {project.documents.length === 0 ? (
        <Empty text={t('projects.noDocuments')} />
      ) : (
        <DocumentTable documents={project.documents} />
      )}
      {project.acts.includes('edit') && (
        <Section title={t('projects.documentAdd')}>
          <Card>
            <p className="mb-5 text-sm text-ink-faint">
              {t('projects.documentsAtMost', { count: projectDocuments, present: project.documents.length })}
            </p>
            {project.documents.length < projectDocuments && <DocumentForm project={project} />}
          </Card>
        </Section>
      )}
    </>
  )
}

function DocumentTable({ documents }: { documents: readonly ProjectDocument[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<ProjectDocument>[] = [
    { label: t('projects.document'), cell: (document) => document.originalName },
    {
      label: t('projects.documentType'),
      cell: (document) => t(`projects.documentTypes.${document.documentType}`),
    },
    { label: t('projects.version'), figure: true, cell: (document) => document.version },
    { label: t('projects.size'), figure: true, cell: (document) => format.bytes(document.sizeBytes) },
    { label: t('projects.column.created'), cell: (document) => format.date(document.createdAt) },
    {
      label: 'SHA-256',
      cell: (document) => <CopyText text={document.sha256} shown={`${document.sha256.slice(0, 12)}…`} />,
    },
    {
      label: '',
      cell: (document) => (
        <a
          href={document.url}
          className={buttonClass('plain', 'small')}
          aria-label={t('projects.openNamed', { name: document.originalName })}
        >
          <Download aria-hidden size={14} />
          {t('projects.open')}
        </a>
      ),
    },
  ]
  return (
    <Table
      label={t('projects.tab.documents')}
      columns={columns}
      rows={documents}
      keyOf={(document) => document.documentId}
    />
  )
}

function DocumentForm({ project }: { project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { documentBytes } = site().limits
  const [type, setType] = useState<ProjectDocument['documentType']>('PDS')
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<string>()
  const { upload, progress, busy, failure } = useUpload(uploadDocument, t('projects.documentSending'))

  async function add() {
    setRefused(undefined)
    if (!file) return setRefused(t('ui.invalid.required'))
    if (file.size > documentBytes) {
      return setRefused(t('projects.fileTooLarge', { limit: format.bytes(documentBytes) }))
    }
    if (!(await upload({ projectKey: project.projectKey, documentType: type, document: file }))) return
    toast({ tone: 'good', text: t('projects.documentDone', { name: file.name }) })
    setFile(null)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('projects.documentType')}
          name="documentType"
          value={type}
          choices={documentType.options.map((value) => ({ value, label: t(`projects.documentTypes.${value}`) }))}
          onChange={(event) => setType(documentType.catch('Other').parse(event.target.value))}
        />
        <FileField
          key={project.documents.length}
          label={t('projects.document')}
          hint={t('projects.documentHint', { limit: format.bytes(documentBytes) })}
          name="document"
          accept={accepted}
          file={file}
          error={refused ?? (failure ? `${t('projects.documentFailed')}. ${failure}` : undefined)}
          onChange={setFile}
        />
      </div>
      {progress}
      <Actions>
        <Button type="submit" tone="primary" busy={busy}>
          {t('projects.documentUpload')}
        </Button>
      </Actions>
    </form>
  )
}
