import { FileText } from 'lucide-react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Downloads a document by its public URL, else by a link made on click. `isBrief`: a sign, for lists. */
export function OpenDocument({
  document,
  isBrief = false,
}: {
  document: Pick<DocumentRecord, 'documentId' | 'originalName' | 'isOpen' | 'url'>
  isBrief?: boolean
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct(reading.linkDocument, { onFailure: (text) => toast({ tone: 'bad', text }) })
  const label = t('documents.openNamed', { name: document.originalName })
  const icon = <FileText aria-hidden size={14} />
  const text = <span className={isBrief ? 'sr-only' : undefined}>{t('documents.open')}</span>
  if (document.isOpen) {
    return (
      <a href={document.url} className={buttonClass('plain', 'small')} aria-label={label} title={label}>
        {icon}
        {text}
      </a>
    )
  }

  async function open() {
    const link = await act({ params: { documentId: document.documentId } })
    // The response is a download, so the page stays.
    if (link) window.location.assign(link.url)
  }

  return (
    <Button size="small" busy={busy} icon={icon} aria-label={label} title={label} onClick={() => void open()}>
      {text}
    </Button>
  )
}
