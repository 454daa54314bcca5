import { useEffect } from 'react'
import type { listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { registerUnsent } from '#web/lib/unsent-files.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'
import type { DocumentSubject } from './chosen-file.ts'
import { queueOf } from './file-queue.ts'
import { documentReads } from './reads.ts'

type Listed = ReplyOf<typeof listDocuments>['items']

/** The files chosen for a subject. Acts that need documents send the files first. */
export function useChosenFiles(subject: DocumentSubject, documents: Listed) {
  const { t } = useTranslation()
  const queue = queueOf(subject)
  const readAgain = useReadAgain()
  const { files, run } = queue.use()
  useEffect(() => {
    queue.connect({
      documents,
      // Also after the reader left the form.
      onArrived: async (names) => {
        await readAgain(documentReads)
        const [name] = names
        const count = names.length
        toast({ tone: 'good', text: count === 1 ? t('documents.done', { name }) : t('documents.doneMany', { count }) })
      },
    })
  }, [queue, documents, readAgain, t])
  const isPending = files.some(({ state }) => state !== 'twin')
  useEffect(() => {
    if (!isPending) return
    return registerUnsent(async () => {
      await queue.sendAll()
      return queue.get().files.every(({ state }) => state === 'twin')
    })
  }, [queue, isPending])
  return { files, run, queue }
}
