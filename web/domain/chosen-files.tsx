import { GitBranch, RotateCw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { FileTable } from '#web/ui/file-table.tsx'
import { type ChosenFile, isEditable, storedName } from './chosen-file.ts'
import { Readers } from './document-readers.tsx'
import { useDocumentTitle } from './document-title.ts'
import { type FileQueue, UnreadableFile } from './file-queue.ts'

type Listed = readonly Pick<DocumentRecord, 'title' | 'originalName'>[]

/** A line for each chosen file; type and readers are set for the ticked files, or for all. */
export function ChosenFiles({
  files,
  queue,
  types,
  listed,
  isPublished,
}: {
  files: readonly ChosenFile[]
  queue: Pick<FileQueue, 'set' | 'drop' | 'sendAll'>
  types: readonly string[]
  listed: Listed
  isPublished: boolean
}) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [versionFor, setVersionFor] = useState<ChosenFile | null>(null)
  const editable = files.filter(isEditable)
  const chosen = editable.filter(({ id }) => ticked.has(id))
  const readers = [
    { value: 'true', label: t(isPublished ? 'documents.public' : 'documents.publicLater') },
    { value: 'false', label: t('documents.private') },
  ]

  function words({ state, failure, twinOf, versionOf }: ChosenFile): string {
    if (state === 'cut') return t('documents.goesOn')
    if (state === 'twin') return t('documents.twin', { name: twinOf })
    if (failure) return reasonOf(failure)
    return versionOf === null ? '' : t('documents.versionOf', { title: titleOf(versionOf) })
  }

  function reasonOf(failure: Error): string {
    if (failure instanceof UnreadableFile) return t('documents.unreadable')
    return `${t('documents.failed')}. ${failureText(failure, i18n)}`
  }

  return (
    <div className="flex flex-col gap-3">
      {editable.length > 0 && (
        <ForMany
          files={chosen.length > 0 ? chosen : editable}
          isTicked={chosen.length > 0}
          types={types}
          readers={readers}
          onChange={(ids, facts) => queue.set(ids, facts)}
          onDrop={(ids) => queue.drop(ids)}
        />
      )}
      <FileTable
        label={t('documents.chosen')}
        rows={files}
        keyOf={({ id }) => id}
        nameOf={({ file }) => file.name}
        ticks={files.length > 1 ? { keys: ticked, onChange: setTicked, isPossible: isEditable } : undefined}
        name={{
          label: t('documents.document'),
          cell: ({ file }) => (
            <span className="block truncate" title={file.name}>
              {file.name}
            </span>
          ),
        }}
        below={(one) => (
          <Below of={one} text={words(one)}>
            {one.state === 'twin' && (
              <LinkAct
                act={t('documents.sendTwin')}
                name={one.file.name}
                onAct={() => queue.set([one.id], { state: 'chosen', twinOf: null })}
              />
            )}
            {one.state === 'chosen' && one.versionOf !== null && (
              <LinkAct
                act={t('documents.separate')}
                name={one.file.name}
                onAct={() => queue.set([one.id], { versionOf: null })}
              />
            )}
            {one.state === 'chosen' && one.versionOf === null && sameNamed(one, listed) && (
              <LinkAct act={t('documents.newVersion')} name={one.file.name} onAct={() => setVersionFor(one)} />
            )}
          </Below>
        )}
        columns={[
          ...(types.length > 0 ? [{ label: t('documents.kind'), cell: ({ type }: ChosenFile) => titleOf(type) }] : []),
          {
            label: t('documents.size'),
            figure: true,
            cell: ({ file, state, sent }) => {
              const total = format.bytes(file.size)
              return state === 'sending'
                ? t('ui.ofBytes', { sent: format.bytes(Math.min(sent, file.size)), total })
                : total
            },
          },
          {
            label: t('documents.readBy'),
            cell: ({ isPublic }) => (
              <Readers
                isPublic={isPublic}
                text={readers.find(({ value }) => value === String(isPublic))?.label ?? ''}
              />
            ),
          },
        ]}
        acts={(one) =>
          !isEditable(one) ? (
            <span className="py-2 font-normal text-ink-faint">{one.state === 'waiting' && t('documents.waits')}</span>
          ) : (
            <>
              {one.state === 'failed' && (
                <Button
                  size="small"
                  icon={<RotateCw aria-hidden size={16} />}
                  aria-label={t('review.actNamed', { act: t('ui.tryAgain'), name: one.file.name })}
                  onClick={() => void queue.sendAll([one.id])}
                >
                  {t('ui.tryAgain')}
                </Button>
              )}
              {one.state === 'chosen' && one.versionOf === null && listed.length > 0 && !sameNamed(one, listed) && (
                <IconButton
                  label={t('review.actNamed', { act: t('documents.newVersion'), name: one.file.name })}
                  icon={<GitBranch aria-hidden size={16} />}
                  onClick={() => setVersionFor(one)}
                />
              )}
              <IconButton
                label={t('documents.dropNamed', { name: one.file.name })}
                icon={<X aria-hidden size={18} />}
                onClick={() => queue.drop([one.id])}
              />
            </>
          )
        }
      />
      {versionFor && (
        <VersionDialog
          of={versionFor}
          listed={listed}
          onClose={() => setVersionFor(null)}
          onDecide={(versionOf) => queue.set([versionFor.id], { versionOf })}
        />
      )}
    </div>
  )
}

function Below({ of: { state, sent, file }, text, children }: { of: ChosenFile; text: string; children: ReactNode }) {
  if (state === 'sending') {
    return (
      <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-md bg-raised">
        <span
          className="block h-full bg-ink transition-[width]"
          style={{ width: `${Math.min(100, (sent / Math.max(1, file.size)) * 100)}%` }}
        />
      </span>
    )
  }
  const isFailure = state === 'failed'
  return (
    <span
      role={isFailure ? 'alert' : undefined}
      className={`block text-sm font-normal break-words ${isFailure ? 'text-bad' : 'text-ink-faint'}`}
    >
      {text} {children}
    </span>
  )
}

/** Sets facts of all files that it is given. */
function ForMany({
  files,
  isTicked,
  types,
  readers,
  onChange,
  onDrop,
}: {
  files: readonly ChosenFile[]
  isTicked: boolean
  types: readonly string[]
  readers: readonly { value: string; label: string }[]
  onChange: (ids: readonly string[], facts: Partial<ChosenFile>) => void
  onDrop: (ids: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  const ids = files.map(({ id }) => id)
  const count = files.length
  const type = common(files.map((one) => one.type))
  const isPublic = common(files.map((one) => String(one.isPublic)))
  const various = t('documents.various')
  return (
    <fieldset className="grid items-end gap-3 sm:flex">
      <legend className="mb-2 text-sm text-ink-soft">
        {t(isTicked ? 'documents.forTicked' : 'documents.forAll', { count })}
      </legend>
      {types.length > 0 && (
        <Select
          label={t('documents.kind')}
          value={type ?? ''}
          choices={[
            ...(type === null ? [{ value: '', label: various, disabled: true }] : []),
            ...types.map((value) => ({ value, label: titleOf(value) })),
          ]}
          onChange={({ target }) => onChange(ids, { type: target.value })}
        />
      )}
      <Select
        label={t('documents.readBy')}
        value={isPublic ?? ''}
        choices={[...(isPublic === null ? [{ value: '', label: various, disabled: true }] : []), ...readers]}
        onChange={({ target }) => onChange(ids, { isPublic: target.value === 'true' })}
      />
      {isTicked && (
        <Button icon={<X aria-hidden size={18} />} onClick={() => onDrop(ids)}>
          {t('documents.drop', { count })}
        </Button>
      )}
    </fieldset>
  )
}

/** Null if the values differ. */
function common(values: readonly string[]): string | null {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}

/** The listed document of the file's name: suggested, never assumed. */
function sameNamed({ file }: ChosenFile, listed: Listed): Listed[number] | undefined {
  const name = storedName(file.name)
  return listed.find(({ title, originalName }) => title === name || originalName === name)
}

function LinkAct({ act, name, onAct }: { act: string; name: string; onAct: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="link min-h-6 text-left"
      aria-label={t('review.actNamed', { act, name })}
      onClick={onAct}
    >
      {act}
    </button>
  )
}

function VersionDialog({
  of,
  listed,
  onClose,
  onDecide,
}: {
  of: ChosenFile
  listed: Listed
  onClose: () => void
  onDecide: (title: string) => void
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  const titles = [...new Set(listed.map(({ title }) => title))]
  const [title, setTitle] = useState(sameNamed(of, listed)?.title ?? titles[0] ?? '')
  return (
    <Dialog open onClose={onClose} title={t('documents.newVersionNamed', { name: of.file.name })}>
      <div className="flex flex-col gap-5">
        <Select
          label={t('documents.document')}
          hint={t('documents.earlierStays')}
          value={title}
          choices={titles.map((value) => ({ value, label: titleOf(value) }))}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Actions>
          <Button
            tone="primary"
            onClick={() => {
              onDecide(title)
              onClose()
            }}
          >
            {t('documents.newVersion')}
          </Button>
        </Actions>
      </div>
    </Dialog>
  )
}
