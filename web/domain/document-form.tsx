import { useState } from 'react'
import { addDocument, type SubjectKind } from '#shared/contract/documents.ts'
import { limits } from '#shared/rules/limits.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDocumentTitle } from './document-title.ts'
import { documentReads } from './reads.ts'
import { useUpload } from './use-upload.tsx'

const accepted = '.pdf,.xlsx,.csv,.docx,.png,.jpg,.jpeg'
const other = 'Other'

/** What documents hang on. */
export type DocumentSubject = { kind: SubjectKind; id: string; tenantId?: string }

/** Adds a document under one of the offered titles or another one, for everybody or for those whom it concerns. */
export function DocumentForm({ subject, titles }: { subject: DocumentSubject; titles: readonly string[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  const { documentBytes } = site().limits
  const [offered, setOffered] = useState(titles[0] ?? other)
  const [written, setWritten] = useState('')
  const [isPublic, setPublic] = useState('true')
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<{ title?: string; file?: string }>({})
  const { upload, progress, busy, failure } = useUpload(addDocument, t('documents.sending'), documentReads)
  const title = offered === other ? written.trim() : offered

  async function add() {
    const required = t('ui.invalid.required')
    const isTooLarge = file !== null && file.size > documentBytes
    const tooLarge = isTooLarge ? t('projects.fileTooLarge', { limit: format.bytes(documentBytes) }) : undefined
    const wrongFile = file === null ? required : tooLarge
    setRefused({ ...(title === '' && { title: required }), ...(wrongFile && { file: wrongFile }) })
    if (title === '' || file === null || isTooLarge) return
    const fields = { subjectKind: subject.kind, subjectId: subject.id, title, isPublic, document: file }
    if (await upload(fields)) toast({ tone: 'good', text: t('documents.done', { name: file.name }) })
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
        {titles.length > 0 && (
          <Select
            label={t('documents.kind')}
            name="kind"
            value={offered}
            choices={[...titles, other].map((value) => ({ value, label: titleOf(value) }))}
            onChange={(event) => setOffered(event.target.value)}
          />
        )}
        {offered === other && (
          <TextField
            label={t('documents.title')}
            hint={t('documents.titleHint')}
            name="title"
            maxLength={limits.documentTitle}
            value={written}
            error={refused.title}
            onChange={(event) => setWritten(event.target.value)}
          />
        )}
        <FileField
          label={t('documents.document')}
          hint={t('documents.hint', { limit: format.bytes(documentBytes) })}
          name="document"
          accept={accepted}
          file={file}
          error={refused.file ?? (failure ? `${t('documents.failed')}. ${failure}` : undefined)}
          onChange={setFile}
        />
        <Select
          label={t('documents.readBy')}
          hint={t('documents.readByHint')}
          name="isPublic"
          value={isPublic}
          choices={[
            { value: 'true', label: t('documents.public') },
            { value: 'false', label: t('documents.private') },
          ]}
          onChange={(event) => setPublic(event.target.value)}
        />
      </div>
      {progress}
      <Actions>
        <Button type="submit" tone="primary" busy={busy}>
          {t('documents.upload')}
        </Button>
      </Actions>
    </form>
  )
}
