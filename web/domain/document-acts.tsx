import { useState } from 'react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { documentReads } from './reads.ts'

/** Publishes, hides and removes the ticked documents together. */
export function DocumentActs({ documents, onDone }: { documents: readonly DocumentRecord[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const onFailure = (text: string) => toast({ tone: 'bad', text })
  const change = useAct(reading.changeDocuments, { refresh: documentReads, onFailure })
  const remove = useAct(reading.removeDocuments, { refresh: documentReads })
  const count = documents.length
  const documentIds = documents.map(({ documentId }) => documentId)
  const name = documents[0]?.originalName ?? ''

  async function show(isPublic: boolean) {
    if (!(await change.act({ body: { documentIds, isPublic } }))) return
    toast({ tone: 'good', text: t(isPublic ? 'documents.revealed' : 'documents.hidden', { count, name }) })
    onDone()
  }

  return (
    <BottomBar>
      <p role="status" className="mr-auto text-sm text-ink-soft max-sm:basis-full">
        {t('documents.ticked', { count })}
      </p>
      {documents.some(({ isPublic }) => isPublic) && (
        <Button busy={change.busy} onClick={() => void show(false)}>
          {t('documents.hide')}
        </Button>
      )}
      {documents.some(({ isPublic }) => !isPublic) && (
        <Button busy={change.busy} onClick={() => void show(true)}>
          {t('documents.reveal')}
        </Button>
      )}
      <Button onClick={() => setConfirming(true)}>{t('documents.remove')}</Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('documents.removeChosen', { count, name })}
        question={t('documents.removeQuestion', { count, name })}
        confirm={t('documents.remove')}
        danger
        failure={remove.failure}
        onConfirm={async () => {
          const done = await remove.act({ body: { documentIds } })
          if (!done) return done
          toast({ tone: 'good', text: t('documents.removed', { count, name }) })
          onDone()
          return done
        }}
      />
    </BottomBar>
  )
}
