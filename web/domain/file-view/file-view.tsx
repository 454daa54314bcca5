import type { DocumentRecord } from '#shared/contract/documents.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { PictureView } from './picture-view.tsx'
import { type At, isPicture, isShowable, isTable } from './place-at.ts'
import { PlaceBox } from './place-box.tsx'
import { TableView } from './table-view.tsx'
import { useAddress } from './use-address.ts'

type Shown = { document: DocumentRecord; at: At; mayMark?: boolean; onPoint: (at: At) => void }

/** A PDF in the browser's own viewer, a picture or a table, at a place that `onPoint` changes. */
export function FileView({ document, at, mayMark = false, onPoint }: Shown) {
  const { t } = useTranslation()
  const { mediaType } = document
  if (!isShowable(mediaType)) return <p className="py-10 text-center text-ink-soft">{t('desk.notShown')}</p>
  if (isTable(mediaType)) return <TableView document={document} at={at} onPoint={onPoint} />
  return <Inline document={document} at={at} mayMark={mayMark} onPoint={onPoint} />
}

function Inline({ document, at, mayMark = false, onPoint }: Shown) {
  const { t } = useTranslation()
  const { originalName, mediaType } = document
  const fragment = at.page === undefined ? '' : `#page=${at.page}`
  const { address, failure, retry } = useAddress(document, fragment)
  const shown =
    address === null ? (
      failure === null ? (
        <Skeleton rows={8} />
      ) : (
        <ErrorState text={failure} retry={retry} />
      )
    ) : isPicture(mediaType) ? (
      <PictureView address={address} name={originalName} at={at} mayMark={mayMark} onPoint={onPoint} />
    ) : (
      <iframe
        // Viewers read the page only at the start.
        key={address + fragment}
        src={address + fragment}
        title={originalName}
        className="h-[70vh] w-full rounded-md border border-line"
      />
    )
  if (isPicture(mediaType)) return shown
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <PlaceBox label={t('desk.page')} value={at.page} onChange={(page) => onPoint(page ? { page } : {})} />
      {shown}
    </div>
  )
}
