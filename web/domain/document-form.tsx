import { useState } from 'react'
import type { listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilesField } from '#web/ui/files-field.tsx'
import type { FoundFile } from '#web/ui/found-files.ts'
import { type DocumentSubject, isEditable } from './chosen-file.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { guessedType, otherType } from './guessed-type.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useChosenFiles } from './use-chosen-files.ts'

const extensions = ['pdf', 'xlsx', 'csv', 'docx', 'geojson', 'json', 'kml', 'png', 'jpg', 'jpeg']
const accepted = extensions.map((extension) => `.${extension}`).join(',')
/** Names of left out files; further ones are counted. */
const named = 3

/** Uploads files as new documents or versions. `types` are offered beside {@link otherType}. */
export function DocumentForm({
  subject,
  types,
  listed,
}: {
  subject: DocumentSubject
  types: readonly string[]
  listed: Pick<ReplyOf<typeof listDocuments>, 'items' | 'isPublished' | 'most'>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { documentBytes } = site().limits
  const { items, isPublished, most } = listed
  const [refused, setRefused] = useState<string | undefined>()
  const { files, run, queue } = useChosenFiles(subject, items)
  const offered = types.length > 0 ? [...types, otherType] : []

  function choose(found: readonly FoundFile[]) {
    const known = found.filter(({ file }) => extensions.includes(file.name.split('.').at(-1)?.toLowerCase() ?? ''))
    const fitting = known.filter(({ file }) => file.size <= documentBytes)
    const room = fitting.slice(0, Math.max(0, most - items.length - files.length))
    // Public once published, as the server's default is; of what is published already, only when somebody says so.
    queue.add(room.map(({ file, path }) => ({ file, type: guessedType(path, offered), isPublic: !isPublished })))
    const leftOut = (some: readonly FoundFile[], said: string) =>
      some.length > 0 ? t('ui.named', { name: namesOf(some), said }) : null
    const reasons = [
      leftOut(
        found.filter((one) => !known.includes(one)),
        t('documents.otherKind'),
      ),
      leftOut(
        known.filter((one) => !fitting.includes(one)),
        t('projects.fileTooLarge', { limit: format.bytes(documentBytes) }),
      ),
      room.length < fitting.length ? t('documents.noRoom', { count: most }) : null,
    ]
    setRefused(reasons.filter((reason) => reason !== null).join(' ') || undefined)
  }

  function namesOf(some: readonly FoundFile[]): string {
    const names = some.slice(0, named).map(({ file }) => file.name)
    return [...names, ...(some.length > named ? [t('documents.andMore', { count: some.length - named })] : [])].join(
      ', ',
    )
  }

  function send() {
    if (files.length === 0) return setRefused(t('ui.invalid.required'))
    void queue.sendAll()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <FilesField
        label={t('documents.document')}
        hint={t('documents.hint', { limit: format.bytes(documentBytes) })}
        name="document"
        accept={accepted}
        most={limits.projectDocuments}
        error={refused}
        chosen={files.filter(({ state }) => state === 'chosen').length}
        onChoose={choose}
      />
      {files.length > 0 && (
        <ChosenFiles files={files} queue={queue} types={offered} listed={items} isPublished={isPublished} />
      )}
      <UploadProgress files={files} run={run} onTryNow={queue.tryNow} />
      <Actions>
        <Button type="submit" tone="primary" busy={run !== null && !files.some(isEditable)}>
          {t('documents.upload')}
        </Button>
      </Actions>
    </form>
  )
}
