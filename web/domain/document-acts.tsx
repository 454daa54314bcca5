import { useState } from 'react'
import { changeDocument, type DocumentRecord, removeDocument } from '#shared/contract/documents.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { documentReads } from './reads.ts'

/** Publishes, hides and removes a document on which no act depends. */
export function DocumentActs({ document: { documentId, originalName: name, isPublic } }: { document: DocumentRecord }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const onFailure = (text: string) => toast({ tone: 'bad', text })
  const change = useAct(changeDocument, { refresh: documentReads, onFailure })
  const remove = useAct(removeDocument, { refresh: documentReads })
  const params = { documentId }
  return (
    <>
      <Button
        size="small"
        busy={change.busy}
        aria-label={t(isPublic ? 'documents.hideNamed' : 'documents.revealNamed', { name })}
        onClick={() => void change.act({ params, body: { isPublic: !isPublic } })}
      >
        {t(isPublic ? 'documents.hide' : 'documents.reveal')}
      </Button>
      <Button size="small" aria-label={t('documents.removeNamed', { name })} onClick={() => setConfirming(true)}>
        {t('documents.remove')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('documents.removeNamed', { name })}
        question={t('documents.removeQuestion', { name })}
        confirm={t('documents.remove')}
        danger
        failure={remove.failure}
        onConfirm={async () => {
          const done = await remove.act({ params })
          if (done) toast({ tone: 'good', text: t('documents.removed', { name }) })
          return done
        }}
      />
    </>
  )
}
