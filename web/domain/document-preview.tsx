import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type At, isShowable } from './file-view/place-at.ts'

const FileView = lazy(async () => ({ default: (await import('./file-view/file-view.tsx')).FileView }))

/** A sign for lists. Renders nothing for files that cannot be shown. */
export function DocumentPreview({ document }: { document: DocumentRecord }) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const [at, setAt] = useState<At>({})
  const { mediaType, originalName } = document
  const label = t('documents.showNamed', { name: originalName })
  if (!isShowable(mediaType)) return null
  return (
    <>
      <Button
        size="small"
        icon={<Eye aria-hidden size={14} />}
        aria-label={label}
        title={label}
        onClick={() => setIsShown(true)}
      >
        <span className="sr-only">{t('documents.show')}</span>
      </Button>
      <Dialog open={isShown} onClose={() => setIsShown(false)} title={originalName} wide>
        {/* A page number is nothing to lose. */}
        <div onInput={(event) => event.stopPropagation()}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <FileView document={document} at={at} onPoint={setAt} />
          </Suspense>
        </div>
      </Dialog>
    </>
  )
}
