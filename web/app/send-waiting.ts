import { listDocuments } from '#shared/contract/documents.ts'
import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import type { DocumentSubject } from '#web/domain/chosen-file.ts'
import { queueOf } from '#web/domain/file-queue.ts'
import { addressOf, read } from '#web/lib/call.ts'
import { readDraft, storeDraft } from '#web/lib/drafts.ts'
import { deleteIntention, draftOf, storeIntention } from '#web/lib/intention.ts'
import { dropKeptFiles, type KeptFile, keepFiles } from '#web/lib/kept-files.ts'
import type { Sent } from '#web/lib/send.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { UnsentFiles } from '#web/lib/unsent-files.ts'
import type { WaitingThing } from './waiting.ts'

/** Throws why something was not sent. A change takes the files of its page along. */
export async function sendWaiting(thing: WaitingThing, all: readonly WaitingThing[]): Promise<void> {
  if (thing.kind === 'files') return sendFiles(thing.files)
  for (const other of all) if (other.kind === 'files' && other.page === thing.page) await sendFiles(other.files)
  const { call, params, query, body } = thing.waiting
  const sent = { params, query, body, idempotencyKey: thing.intention.key }
  // Unchecked: the call was made with these values.
  await sendOnce(call as CallOf<Endpoint>, sent as Sent<Endpoint> & typeof sent)
  deleteIntention(thing.id)
  storeDraft(draftOf(thing.id), null)
}

async function sendFiles(files: readonly KeptFile[]): Promise<void> {
  const [first] = files
  if (!first) return
  // Unchecked: the queue stored it.
  const subject = first.subject as DocumentSubject
  const queue = queueOf(subject)
  const query = { subjectKind: subject.kind, subjectId: subject.id }
  const { items } = await read(listDocuments, addressOf(listDocuments, { query }), true)
  // Titles must differ from those of listed documents, or a file would become a new version.
  queue.connect({ documents: items })
  queue.tryNow()
  await queue.sendAll()
  const left = new Set(queue.get().files.map(({ id }) => id))
  if (files.some(({ id }) => left.has(id))) throw new UnsentFiles()
}

/** Returns the undo. */
export function discardWaiting(thing: WaitingThing): () => void {
  if (thing.kind === 'act') {
    const draft = readDraft(draftOf(thing.id))
    deleteIntention(thing.id)
    storeDraft(draftOf(thing.id), null)
    return () => {
      storeIntention(thing.id, thing.intention)
      storeDraft(draftOf(thing.id), draft)
    }
  }
  const { files } = thing
  const ids = files.map(({ id }) => id)
  const [first] = files
  const queue = first && queueOf(first.subject as DocumentSubject)
  queue?.drop(ids)
  void dropKeptFiles(ids)
  return () => void keepFiles(files).then(() => queue?.restore())
}
