import { Circle, CircleCheck } from 'lucide-react'
import type { EvidenceFile } from '#shared/contract/verifications.ts'
import { useDocumentTitle } from '#web/domain/document-title.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { VisuallyHidden } from '#web/ui/hidden.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

/** Whether nobody of the verifier has checked it. */
export const isUnchecked = ({ checks }: EvidenceFile) => checks.length === 0

/** `listed` are those of `files` that search and filter leave. */
export function DeskFiles({
  files,
  listed,
  chosen,
  seesChecks,
  q,
  onSearch,
  onlyUnchecked,
  onFilter,
  onChoose,
}: {
  files: readonly EvidenceFile[]
  listed: readonly EvidenceFile[]
  chosen: EvidenceFile | undefined
  seesChecks: boolean
  q: string
  onSearch: (q: string) => void
  onlyUnchecked: boolean
  onFilter: (onlyUnchecked: boolean) => void
  onChoose: (file: EvidenceFile) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const groupOf = ({ subjectKind, finding }: EvidenceFile) =>
    subjectKind === 'finding' ? t('outcomes.evidence.finding', { finding }) : t(`desk.of.${subjectKind}`)
  const checked = files.filter((file) => !isUnchecked(file)).length
  return (
    <nav aria-label={t('desk.files')} className="flex flex-col gap-3">
      {seesChecks && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p aria-live="polite" className="tabular text-sm text-ink-soft">
            {t('desk.count', {
              count: files.length,
              checked: format.quantity(checked),
              of: format.quantity(files.length),
            })}
          </p>
          <Button size="small" aria-pressed={onlyUnchecked} onClick={() => onFilter(!onlyUnchecked)}>
            {t('desk.onlyUnchecked')}
          </Button>
        </div>
      )}
      <SearchField label={t('desk.search')} value={q} onChange={onSearch} />
      {listed.length === 0 && (
        <p className="py-4 text-ink-soft">{t(onlyUnchecked && q === '' ? 'desk.allChecked' : 'desk.noneFound')}</p>
      )}
      {[...Map.groupBy(listed, groupOf)].map(([group, members]) => (
        <section key={group}>
          <h2 className="mb-1 text-sm font-semibold text-ink-soft">{group}</h2>
          <ul className="flex flex-col">
            {members.map((file) => (
              <li key={file.documentId}>
                <FileButton
                  file={file}
                  isChosen={file === chosen}
                  seesChecks={seesChecks}
                  onChoose={() => onChoose(file)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="text-sm text-ink-faint max-lg:hidden">{t('desk.keys')}</p>
    </nav>
  )
}

/** Sorts by subject, then by type, as the list shows them. */
export function inDeskOrder(files: readonly EvidenceFile[]): EvidenceFile[] {
  const bySubject = Map.groupBy(files, ({ subjectId }) => subjectId).values()
  return [...bySubject].flatMap((members) => [...Map.groupBy(members, ({ type }) => type).values()].flat())
}

function FileButton({
  file,
  isChosen,
  seesChecks,
  onChoose,
}: {
  file: EvidenceFile
  isChosen: boolean
  seesChecks: boolean
  onChoose: () => void
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  const isLeft = isUnchecked(file)
  const Sign = isLeft ? Circle : CircleCheck
  const { title, type, originalName } = file
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      className={cx(
        'flex min-h-11 w-full min-w-0 items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-raised lg:min-h-10',
        isChosen && 'bg-raised font-medium',
      )}
      onClick={onChoose}
    >
      {seesChecks && (
        <>
          <Sign aria-hidden size={16} className={cx('shrink-0', isLeft ? 'text-ink-faint' : 'text-good')} />
          <VisuallyHidden>{t(isLeft ? 'desk.isLeft' : 'desk.isChecked')}</VisuallyHidden>
        </>
      )}
      <span className="min-w-0">
        <span className="block truncate">{titleOf(title)}</span>
        <span className="block truncate text-sm font-normal text-ink-faint">
          {[type === title ? null : titleOf(type), originalName === title ? null : originalName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </button>
  )
}
