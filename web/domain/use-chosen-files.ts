import { useEffect, useRef, useState } from 'react'
import { addDocument, listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { uploadDocument } from '#shared/contract/projects.ts'
import { addressOf, CallError, read } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { send } from '#web/lib/send.ts'
import { registerUnsent } from '#web/lib/unsent-files.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type ChosenFile, type DocumentSubject, fieldsOf, isArrived, titleOf } from './chosen-file.ts'
import { documentReads } from './reads.ts'

type Listed = ReplyOf<typeof listDocuments>['items']

/**
 * The files chosen for a subject. `sendAll` uploads them in sequence and returns how many arrived. A failed file stays,
 * with its reason, for a retry; an upload with a lost response is not repeated.
 */
export function useChosenFiles(subject: DocumentSubject, documents: Listed, isPublic: string) {
  const { t, i18n } = useTranslation()
  const readAgain = useReadAgain()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const latest = useRef({ files, documents, isPublic })
  latest.current = { ...latest.current, documents, isPublic }
  const running = useRef<Promise<boolean> | null>(null)

  function update(change: (files: readonly ChosenFile[]) => readonly ChosenFile[]) {
    latest.current.files = change(latest.current.files)
    setFiles(latest.current.files)
  }
  const set = (id: string, facts: Partial<ChosenFile>) =>
    update((all) => all.map((one) => (one.id === id ? { ...one, ...facts } : one)))
  const drop = (id: string) => update((all) => all.filter((one) => one.id !== id))

  const listed = () => {
    const query = { subjectKind: subject.kind, subjectId: subject.id, tenantId: subject.tenantId }
    return read(listDocuments, addressOf(listDocuments, { query }), true).then(({ items }) => items)
  }

  async function sendOne(chosen: ChosenFile, taken: string[]): Promise<string | null> {
    const before = latest.current.documents
    const title = titleOf(chosen, [...before.map((one) => one.title), ...taken])
    const upload = fieldsOf(chosen, { title, subject, isPublic: latest.current.isPublic })
    const onProgress = (sent: number) => set(chosen.id, { sent })
    const sent = { upload, onProgress, idempotencyKey: chosen.id }
    set(chosen.id, { state: 'sending', sent: 0, failure: null })
    try {
      await (subject.projectKey === undefined ? send(addDocument, sent) : send(uploadDocument, sent))
    } catch (failed) {
      const reason = failed instanceof Error ? failed : new Error(String(failed))
      const isUnclear = !(reason instanceof CallError) || reason.code === 'unavailable'
      const now = isUnclear ? await listed().catch(() => before) : before
      if (!isArrived(chosen, title, before, now)) {
        set(chosen.id, { state: 'failed', failure: `${t('documents.failed')}. ${failureText(reason, i18n)}` })
        return null
      }
    }
    drop(chosen.id)
    return title
  }

  async function sendThem(only: string | null): Promise<{ added: number; isAll: boolean }> {
    const taken: string[] = []
    for (const chosen of latest.current.files.filter(({ id }) => only === null || id === only)) {
      const title = await sendOne(chosen, taken)
      if (title !== null) taken.push(title)
    }
    if (taken.length > 0) await readAgain(documentReads)
    return { added: taken.length, isAll: latest.current.files.length === 0 }
  }

  /** Waits for the current upload first. */
  async function sendAll(only: string | null = null): Promise<number> {
    await running.current
    const work = sendThem(only)
    running.current = work.then(({ isAll }) => isAll)
    const { added } = await work
    running.current = null
    return added
  }

  const sendBeforeAct = useRef(async () => true)
  sendBeforeAct.current = async () => {
    await sendAll()
    return latest.current.files.length === 0
  }
  useEffect(() => (files.length > 0 ? registerUnsent(() => sendBeforeAct.current()) : undefined), [files.length])

  return {
    files,
    add: (chosen: readonly File[], type: string) =>
      update((all) => [...all, ...chosen.map((file) => newlyChosen(file, type))]),
    set,
    drop,
    sendAll,
  }
}

function newlyChosen(file: File, type: string): ChosenFile {
  return { id: randomId(), file, type, versionOf: null, state: 'chosen', sent: 0, failure: null }
}

/** 128 bits; `crypto.randomUUID` is missing over plain http. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
