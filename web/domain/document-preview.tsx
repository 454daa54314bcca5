import { Eye } from 'lucide-react'
import { useState } from 'react'
import { type DocumentRecord, linkDocument } from '#shared/contract/documents.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** A sign for lists. Renders nothing for types other than pictures and PDFs. */
export function DocumentPreview({ document }: { document: DocumentRecord }) {
  const { t } = useTranslation()
  const { act, busy } = useAct(linkDocument, { onFailure: (text) => toast({ tone: 'bad', text }) })
  const [address, setAddress] = useState<string | null>(null)
  const { mediaType, originalName } = document
  const label = t('documents.showNamed', { name: originalName })
  const isPicture = mediaType.startsWith('image/')
  if (!isPicture && mediaType !== 'application/pdf') return null

  async function show() {
    const link = await act({ params: { documentId: document.documentId } })
    if (link) setAddress(shownAt(link.url))
  }

  return (
    <>
      <Button
        size="small"
        busy={busy}
        icon={<Eye aria-hidden size={14} />}
        aria-label={label}
        title={label}
        onClick={() => (document.isOpen ? setAddress(shownAt(document.url)) : void show())}
      >
        <span className="sr-only">{t('documents.show')}</span>
      </Button>
      <Dialog open={address !== null} onClose={() => setAddress(null)} title={originalName} wide>
        {address !== null && isPicture && (
          <img src={address} alt={t('documents.shown', { name: originalName })} className="mx-auto max-h-[65vh]" />
        )}
        {address !== null && !isPicture && (
          <iframe src={address} title={originalName} className="h-[65vh] w-full rounded-md border border-line" />
        )}
      </Dialog>
    </>
  )
}

/** The URL that serves the document inline. */
function shownAt(address: string): string {
  const url = new URL(address)
  url.searchParams.set('show', '1')
  return url.href
}
