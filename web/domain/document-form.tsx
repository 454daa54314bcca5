import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import type { listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { FilesField } from '#web/ui/files-field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ChosenFile, DocumentSubject } from './chosen-file.ts'
import { useDocumentTitle } from './document-title.ts'
import { useChosenFiles } from './use-chosen-files.ts'

const accepted = '.pdf,.xlsx,.csv,.docx,.geojson,.json,.kml,.png,.jpg,.jpeg'
const other = 'Other'
const ownDocument = ''

/** Uploads files as new documents or versions. */
export function DocumentForm({
  subject,
  types,
  listed: { items, isPublished, most },
}: {
  subject: DocumentSubject
  types: readonly string[]
  listed: Pick<ReplyOf<typeof listDocuments>, 'items' | 'isPublished' | 'most'>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { documentBytes } = site().limits
  const [isPublic, setPublic] = useState(String(!isPublished))
  const [refused, setRefused] = useState<string | undefined>()
  const [isSending, setSending] = useState(false)
  const { files, add, set, drop, sendAll } = useChosenFiles(subject, items, isPublic)
  const titles = [...new Set(items.map(({ title }) => title))]

  function choose(chosen: readonly File[]) {
    const tooLarge = chosen.filter(({ size }) => size > documentBytes)
    const fitting = chosen.filter(({ size }) => size <= documentBytes).slice(0, most - items.length - files.length)
    add(fitting, types[0] ?? '')
    const names = tooLarge.map(({ name }) => name).join(', ')
    const message = t('projects.fileTooLarge', { limit: format.bytes(documentBytes) })
    const refusal = tooLarge.length > 0 ? t('ui.named', { name: names, said: message }) : ''
    const isFull = fitting.length + tooLarge.length < chosen.length
    setRefused(refusal || (isFull ? t('documents.noRoom', { count: most }) : undefined))
  }

  async function send(only: ChosenFile | null) {
    if (files.length === 0) return setRefused(t('ui.invalid.required'))
    setSending(true)
    const name = (only ?? files[0])?.file.name ?? ''
    const count = await sendAll(only?.id)
    setSending(false)
    if (count > 0)
      toast({ tone: 'good', text: count === 1 ? t('documents.done', { name }) : t('documents.doneMany', { count }) })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send(null)
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FilesField
          label={t('documents.document')}
          hint={t('documents.hint', { limit: format.bytes(documentBytes) })}
          name="document"
          accept={accepted}
          error={refused}
          onChoose={choose}
        />
        <Select
          label={t('documents.readBy')}
          hint={t('documents.readByHint')}
          name="isPublic"
          value={isPublic}
          choices={[
            { value: 'true', label: t(isPublished ? 'documents.public' : 'documents.publicLater') },
            { value: 'false', label: t('documents.private') },
          ]}
          onChange={(event) => setPublic(event.target.value)}
        />
      </div>
      {files.length > 0 && (
        <ul className="flex flex-col gap-4">
          {files.map((chosen) => (
            <li key={chosen.id} className="rounded-md border border-line p-3">
              <Chosen
                of={chosen}
                types={types.length > 0 ? [...types, other] : []}
                titles={titles}
                onChange={(facts) => set(chosen.id, facts)}
                onDrop={() => drop(chosen.id)}
                onRetry={() => void send(chosen)}
              />
            </li>
          ))}
        </ul>
      )}
      <Actions>
        <Button type="submit" tone="primary" busy={isSending}>
          {t('documents.upload')}
        </Button>
      </Actions>
    </form>
  )
}

function Chosen({
  of: { file, type, versionOf, state, sent, failure },
  types,
  titles,
  onChange,
  onDrop,
  onRetry,
}: {
  of: ChosenFile
  types: readonly string[]
  titles: readonly string[]
  onChange: (facts: Partial<ChosenFile>) => void
  onDrop: () => void
  onRetry: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  if (state === 'sending') {
    const text = t('ui.ofBytes', { sent: format.bytes(Math.min(sent, file.size)), total: format.bytes(file.size) })
    return <Progress label={file.name} value={sent} max={file.size} text={text} />
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow font-medium break-all">{file.name}</span>
        <span className="text-sm whitespace-nowrap text-ink-faint">{format.bytes(file.size)}</span>
        <IconButton
          label={t('documents.dropNamed', { name: file.name })}
          icon={<X aria-hidden size={18} />}
          onClick={onDrop}
        />
      </div>
      {(types.length > 0 || titles.length > 0) && (
        <div className="grid gap-3 sm:grid-cols-2">
          {types.length > 0 && (
            <Select
              label={t('documents.kind')}
              value={type}
              choices={types.map((value) => ({ value, label: titleOf(value) }))}
              onChange={(event) => onChange({ type: event.target.value })}
            />
          )}
          {titles.length > 0 && (
            <Select
              label={t('documents.becomes')}
              value={versionOf ?? ownDocument}
              choices={[
                { value: ownDocument, label: t('documents.ownDocument') },
                ...titles.map((title) => ({
                  value: title,
                  label: t('documents.versionOf', { title: titleOf(title) }),
                })),
              ]}
              onChange={(event) => onChange({ versionOf: event.target.value || null })}
            />
          )}
        </div>
      )}
      {failure && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 text-bad">
            {failure}
          </p>
          <Button size="small" icon={<RotateCw aria-hidden size={16} />} onClick={onRetry}>
            {t('documents.retryNamed', { name: file.name })}
          </Button>
        </div>
      )}
    </div>
  )
}
