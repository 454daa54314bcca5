import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  checkFile,
  type EvidenceFile,
  listFindings,
  listVerificationFiles,
  type Verification,
} from '#shared/contract/verifications.ts'
import { workPath } from '#shared/rules/paths.ts'
import { useDocumentTitle } from '#web/domain/document-title.ts'
import { FileView } from '#web/domain/file-view/file-view.tsx'
import { type At, usePlaceText } from '#web/domain/file-view/place-at.ts'
import { OpenDocument } from '#web/domain/open-document.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { useTurningKeys } from '#web/domain/use-turning-keys.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAddressValues, useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeskFiles, inDeskOrder, isUnchecked } from './desk-files.tsx'
import { FindingThread } from './finding-thread.tsx'
import { OpenFinding } from './open-finding.tsx'
import { addressOf, placeIn, placeNames } from './place-in-address.ts'
import { useFindingChanges } from './use-finding-changes.ts'

/** The verifier's desk: the files beside the chosen file. On narrow screens the file takes the place of the list. */
export function Desk({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const periodOf = usePeriod()
  const titleOf = useDocumentTitle()
  const isWide = useIsWide()
  const [shownId] = useUrlState('file')
  const { verificationId, projectId, project } = verification
  const files = useRead(listVerificationFiles, { params: { verificationId } })
  useFindingChanges(verificationId)
  const alone = isWide ? undefined : files.data?.items.find(({ documentId }) => documentId === shownId)
  return (
    <Page
      title={alone ? titleOf(alone.title) : t('desk.title')}
      lead={
        !alone && (
          <Breadcrumbs
            label={t('measurements.whereYouAre')}
            links={[
              {
                to: workPath('verifications', projectId, verificationId),
                text: `${t('outcomes.one.verifications')}, ${project}, ${periodOf(verification)}`,
              },
            ]}
          />
        )
      }
    >
      <Loaded
        from={files}
        rows={8}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty text={t('documents.none')} />}
      >
        {({ items, seesChecks, acts }) => (
          <Files verification={verification} files={items} seesChecks={seesChecks} mayCheck={acts.includes('check')} />
        )}
      </Loaded>
    </Page>
  )
}

function Files({
  verification,
  files,
  seesChecks,
  mayCheck,
}: {
  verification: Verification
  files: readonly EvidenceFile[]
  seesChecks: boolean
  mayCheck: boolean
}) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [params, change] = useAddressValues()
  const [q, setQ] = useState('')
  const [filter, setFilter] = useUrlState('checked')
  const newest = inDeskOrder(files.filter(({ isNewest }) => isNewest))
  const onlyUnchecked = filter === 'no'
  const listed = newest.filter(
    (file) =>
      (!onlyUnchecked || isUnchecked(file)) &&
      [file.title, file.type, file.originalName].some((text) => text.toLowerCase().includes(q.trim().toLowerCase())),
  )
  const named = files.find(({ documentId }) => documentId === params.get('file'))
  const file = named ?? (isWide ? (listed[0] ?? newest[0]) : undefined)
  const show = (documentId: string | null, at: At, isNewEntry: boolean) => {
    change(
      (values) => {
        for (const name of ['file', ...placeNames]) values.delete(name)
        for (const [name, value] of Object.entries({ ...(documentId && { file: documentId }), ...addressOf(at) })) {
          values.set(name, value)
        }
      },
      { replace: !isNewEntry, preventScrollReset: true },
    )
  }
  // The place of a file that the filter has left out is between its neighbours.
  const turnTo = (step: 1 | -1) => {
    const all = file ? newest.filter((each) => each === file || listed.includes(each)) : listed
    const other = all[(file ? all.indexOf(file) : -1) + step]
    if (other) show(other.documentId, {}, false)
  }
  useTurningKeys(turnTo)
  const list = (
    <DeskFiles
      files={newest}
      listed={listed}
      chosen={file}
      seesChecks={seesChecks}
      q={q}
      onSearch={setQ}
      onlyUnchecked={onlyUnchecked}
      onFilter={(only) => setFilter(only ? 'no' : '')}
      onChoose={({ documentId }) => show(documentId, {}, !isWide)}
    />
  )
  const chosen = file && (
    <ChosenFile
      verification={verification}
      file={file}
      place={file.isNewest ? t('desk.placeOf', { place: newest.indexOf(file) + 1, of: newest.length }) : null}
      at={named ? placeIn(params) : {}}
      mayCheck={mayCheck}
      seesChecks={seesChecks}
      onPoint={(at) => show(file.documentId, at, false)}
      onTurn={turnTo}
      onBack={isWide ? null : () => show(null, {}, false)}
    />
  )
  if (!isWide) return chosen ?? list
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100vh-6rem)] lg:overflow-y-auto">{list}</div>
      {chosen}
    </div>
  )
}

/** Stays while one turns the files, so that the focus stays on *Next*. */
function ChosenFile({
  verification,
  file,
  place,
  at,
  mayCheck,
  seesChecks,
  onPoint,
  onTurn,
  onBack,
}: {
  verification: Verification
  file: EvidenceFile
  /** Among the newest versions, in words. */
  place: string | null
  at: At
  mayCheck: boolean
  seesChecks: boolean
  onPoint: (at: At) => void
  onTurn: (step: 1 | -1) => void
  onBack: (() => void) | null
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  const format = useFormat()
  const placeText = usePlaceText()
  const [isOpening, setIsOpening] = useState(false)
  const { verificationId, projectId, acts } = verification
  const { documentId, originalName, title, version, sizeBytes, addedBy, createdAt } = file
  const mayFind = acts.includes('openFinding')
  const findings = useRead(listFindings, { params: { verificationId } })
  const here = findings.data?.items.filter(({ place }) => place?.documentId === documentId) ?? []
  const said = [
    `${t('documents.version')} ${version}`,
    format.bytes(sizeBytes),
    [addedBy, format.date(createdAt)].filter(Boolean).join(', '),
  ]
  const turns = (['previous', 'next'] as const).map((way) => {
    const Sign = way === 'next' ? ChevronRight : ChevronLeft
    return (
      <IconButton
        key={way}
        label={t(`ui.${way}`)}
        icon={<Sign aria-hidden size={20} />}
        aria-keyshortcuts={way === 'next' ? 'j' : 'k'}
        onClick={() => onTurn(way === 'next' ? 1 : -1)}
      />
    )
  })
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {onBack && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button size="small" icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
            {t('desk.back')}
          </Button>
          <span className="flex">{turns}</span>
        </div>
      )}
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {/* Alone, the file names the page. */}
          {!onBack && <h2 className="text-lg font-semibold break-words">{titleOf(title)}</h2>}
          <p aria-live="polite" className="text-sm break-all text-ink-soft">
            {[originalName, place].filter(Boolean).join(' · ')}
          </p>
          <p className="text-sm text-ink-soft">{said.join(' · ')}</p>
          {!file.isNewest && <p className="text-sm text-warn">{t('desk.laterVersion')}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {seesChecks && <Check key={documentId} verificationId={verificationId} file={file} mayCheck={mayCheck} />}
          {!onBack && <span className="flex">{turns}</span>}
          <OpenDocument document={file} />
          {mayFind && (
            <Button size="small" onClick={() => setIsOpening(true)}>
              {t('desk.findHere')}
            </Button>
          )}
        </div>
      </header>
      {mayFind && Object.keys(at).length > 0 && (
        <p aria-live="polite" className="text-sm text-ink-soft">
          {t('desk.pointed', { place: placeText(originalName, at) })}
        </p>
      )}
      <FileView key={documentId} document={file} at={at} mayMark={mayFind} onPoint={onPoint} />
      {here.length > 0 && (
        <div>
          <h2 className="mb-3 font-semibold">{t('desk.findingsHere')}</h2>
          <ul className="flex flex-col gap-4">
            {here.map((finding) => (
              <li key={finding.findingId}>
                <FindingThread finding={finding} projectId={projectId} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpening && (
        <OpenFinding
          verificationId={verificationId}
          place={{ documentId, originalName, ...at }}
          onClose={() => setIsOpening(false)}
        />
      )}
    </div>
  )
}

/** One's own check; colleagues' are named below. */
function Check({
  verificationId,
  file: { documentId, originalName, checks },
  mayCheck,
}: {
  verificationId: string
  file: EvidenceFile
  mayCheck: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { act, busy } = useAct(checkFile, {
    refresh: [listVerificationFiles],
    onFailure: (text) => toast({ tone: 'bad', text }),
  })
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOwn = checks.some((check) => check.isOwn)
  async function change(isChecked: boolean) {
    if (busy) return
    // Shown at once: a second press takes it back.
    setWanted(isChecked)
    await act({ params: { verificationId, documentId }, body: { isChecked } })
    setWanted(null)
  }
  const others = checks
    .filter((check) => mayCheck === false || !check.isOwn)
    .map(({ name, at }) => t('desk.checkedBy', { name, date: format.date(at) }))
  return (
    <div className="min-w-0 text-sm">
      {mayCheck && (
        <Checkbox
          label={t('desk.checked')}
          aria-label={t('desk.checkedNamed', { name: originalName })}
          checked={wanted ?? isOwn}
          aria-busy={busy}
          onChange={(event) => void change(event.target.checked)}
        />
      )}
      {others.map((text) => (
        <p key={text} className="text-ink-soft">
          {text}
        </p>
      ))}
    </div>
  )
}
