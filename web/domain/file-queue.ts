import type { listDocuments } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { CallError } from '#web/lib/call.ts'
import { dropKeptFiles, type KeptFile, keepFiles, keptFiles } from '#web/lib/kept-files.ts'
import { ownerOfKept } from '#web/lib/kept-store.ts'
import { isLineGone, watchLine } from '#web/lib/line.ts'
import { presentAddress } from '#web/lib/present-address.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { LostAnswer, readOutcomeOf, sendOnce } from '#web/lib/send-once.ts'
import { storeOf } from '#web/lib/store.ts'
import { readTimes } from '#web/lib/use-read.ts'
import { type ChosenFile, type DocumentSubject, fieldsOf, titleOf, twinOf } from './chosen-file.ts'

type Listed = ReplyOf<typeof listDocuments>['items']

/** A run's figures, from its start. */
type Run = { files: number; bytes: number; filesDone: number; bytesDone: number }

/** `documents` as last read; `onArrived`, of a form, runs with the files' names at the end of a run. */
type Connection = { documents: Listed; onArrived?: (names: readonly string[]) => Promise<unknown> }

type State = { files: readonly ChosenFile[]; run: Run | null }

/** The file cannot be read any more, for example because it was moved. */
export class UnreadableFile extends Error {}

const longestWaitMs = 60_000

/**
 * The files chosen for a subject and their upload, one after the other. The queue outlives its form, so that choices
 * stay while the reader looks elsewhere. After a cut the queue waits for the line and begins with the cut file; the
 * browser keeps the files, so that they outlive the page too.
 */
export function fileQueue(subject: DocumentSubject) {
  const store = storeOf<State>({ files: [], run: null })
  let documents: Listed = []
  let onArrived: Connection['onArrived']
  /** Titles that arrived and are not in `documents` yet. */
  let taken: string[] = []
  let hashing: Promise<unknown> = Promise.resolve()
  let wake: () => void = () => undefined
  let waiting: (() => void)[] = []
  const files = () => store.get().files
  /** Of the form. */
  let place = { page: '', pageTitle: '' }
  const keptIds = new Set<string>()

  function update(change: (files: readonly ChosenFile[]) => readonly ChosenFile[]) {
    store.set({ ...store.get(), files: change(files()) })
    keep()
  }

  function keep() {
    const owner = ownerOfKept()
    if (!isLineGone() || owner === null) return
    const left = files().filter(({ state }) => state !== 'twin')
    for (const { id } of left) keptIds.add(id)
    void keepFiles(
      left.map(({ id, file, type, isPublic, versionOf, title }) => {
        return { id, owner, subject, file, type, isPublic, versionOf, title, ...place }
      }),
    )
  }
  watchLine(keep)

  const set = (ids: readonly string[], facts: Partial<ChosenFile>) =>
    update((all) => all.map((one) => (ids.includes(one.id) ? { ...one, ...facts } : one)))
  const drop = (ids: readonly string[]) => {
    update((all) => all.filter((one) => !ids.includes(one.id)))
    const dropped = ids.filter((id) => keptIds.delete(id))
    if (dropped.length > 0) void dropKeptFiles(dropped)
  }

  function add(chosen: readonly Pick<ChosenFile, 'file' | 'type' | 'isPublic'>[]) {
    const added = chosen.map((one) => newlyChosen(one))
    update((all) => [...all, ...added])
    hashing = hashing.then(() => lookForTwins(added))
  }

  async function lookForTwins(added: readonly ChosenFile[]) {
    for (const { id, file } of added) {
      const sha256 = await sha256Of(file)
      set([id], { sha256 })
      const twin = twinOf({ id, sha256 }, documents, files())
      if (twin !== null) update((all) => all.map((one) => (one.id === id ? asTwin(one, twin) : one)))
    }
  }

  /** Files that an earlier page left in this browser keep their ids, so that each is sent once. */
  function restore(): Promise<unknown> {
    hashing = hashing.then(async () => {
      const left = (await keptFiles()).filter((one) => isOf(one, subject) && !files().some(({ id }) => id === one.id))
      const restored = left.map((one) => ({ ...newlyChosen(one), ...pickKept(one) }))
      for (const { id } of restored) keptIds.add(id)
      const [first] = left
      if (first && place.page === '') place = { page: first.page, pageTitle: first.pageTitle }
      if (restored.length > 0) update((all) => [...restored, ...all])
      await lookForTwins(restored.filter(({ title }) => title === null))
    })
    return hashing
  }

  /** Sends all files but twins, or only some. Resolves at the end or the next cut. */
  async function sendAll(only?: readonly string[]): Promise<void> {
    await hashing
    const isSent = ({ id, state }: ChosenFile) =>
      (state === 'chosen' || state === 'failed') && (only?.includes(id) ?? true)
    const sent = files().filter(isSent)
    const ids = sent.map(({ id }) => id)
    set(ids, { state: 'waiting', failure: null })
    const before = store.get().run
    const run = before ?? { files: 0, bytes: 0, filesDone: 0, bytesDone: 0 }
    const bytes = sent.reduce((sum, { file }) => sum + file.size, run.bytes)
    if (ids.length > 0) store.set({ ...store.get(), run: { ...run, files: run.files + ids.length, bytes } })
    if (before) wake()
    if (!store.get().run) return
    const settled = new Promise<void>((resolve) => waiting.push(resolve))
    if (!before) void runThrough()
    return settled
  }

  async function runThrough() {
    const onLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeaving)
    let arrived: string[] = []
    let tries = 0
    for (let next = nextOf(files()); next; next = nextOf(files())) {
      const outcome = await sendOne(next)
      if (outcome === 'arrived') arrived.push(next.file.name)
      if (outcome === 'cut') {
        settle()
        await lineIsBack(tries)
        tries += 1
        continue
      }
      tries = 0
      if (nextOf(files()) || arrived.length === 0) continue
      await onArrived?.(arrived)
      arrived = []
    }
    window.removeEventListener('beforeunload', onLeaving)
    store.set({ ...store.get(), run: null })
    settle()
  }

  function settle() {
    for (const resolve of waiting) resolve()
    waiting = []
  }

  async function sendOne(chosen: ChosenFile): Promise<'arrived' | 'cut' | 'failed'> {
    const { id, file } = chosen
    const title = chosen.title ?? titleOf(chosen, [...documents.map((one) => one.title), ...taken])
    set([id], { state: 'sending', title, sent: 0, failure: null })
    try {
      if (!(await isReadable(file))) throw new UnreadableFile()
      const hasArrived = chosen.title !== null && (await readOutcomeOf(id)).isDone
      if (!hasArrived) {
        const upload = fieldsOf(chosen, { title, subject })
        const sent = { upload, onProgress: (sent: number) => set([id], { sent }), idempotencyKey: id }
        await (subject.projectKey === undefined
          ? sendOnce(reading.addDocument, sent)
          : sendOnce(reading.uploadDocument, sent))
      }
    } catch (failed) {
      const failure = failed instanceof Error ? failed : new Error(String(failed))
      if (isCut(failure)) {
        set([id], { state: 'cut', sent: 0, failure })
        return 'cut'
      }
      set([id], { state: 'failed', title: null, sent: 0, failure })
      return 'failed'
    }
    taken.push(title)
    const { run } = store.get()
    if (run) {
      const done = { ...run, filesDone: run.filesDone + 1, bytesDone: run.bytesDone + file.size }
      store.set({ ...store.get(), run: done })
    }
    drop([id])
    return 'arrived'
  }

  /** When the browser says so, somebody asks, or after a wait that doubles. */
  function lineIsBack(tries: number): Promise<void> {
    return new Promise((resolve) => {
      const waitMs = Math.min(longestWaitMs, readTimes.retryBaseMs * 2 ** tries)
      const timer = setTimeout(() => wake(), waitMs)
      wake = () => {
        clearTimeout(timer)
        window.removeEventListener('online', wake)
        wake = () => undefined
        resolve()
      }
      window.addEventListener('online', wake)
    })
  }

  return {
    use: store.use,
    get: store.get,
    connect: (connection: Connection) => {
      documents = connection.documents
      taken = taken.filter((title) => !documents.some((one) => one.title === title))
      if (!connection.onArrived) return
      onArrived = connection.onArrived
      place = { page: presentAddress(), pageTitle: document.title }
    },
    add,
    restore,
    set,
    drop,
    sendAll,
    tryNow: () => wake(),
  }
}

export type FileQueue = ReturnType<typeof fileQueue>

const queues = new Map<string, FileQueue>()

/** The queue of a subject in this page, with what an earlier page left. */
export function queueOf(subject: DocumentSubject): FileQueue {
  const name = `${subject.kind}:${subject.id}`
  const known = queues.get(name)
  if (known) return known
  const queue = fileQueue(subject)
  queues.set(name, queue)
  void queue.restore()
  return queue
}

function isOf({ subject }: KeptFile, { kind, id }: DocumentSubject): boolean {
  return Object(subject).kind === kind && Object(subject).id === id
}

function pickKept({ id, versionOf, title }: KeptFile): Pick<ChosenFile, 'id' | 'versionOf' | 'title'> {
  return { id, versionOf, title }
}

/** The cut file first: its bytes may have arrived. */
function nextOf(files: readonly ChosenFile[]): ChosenFile | undefined {
  return files.find(({ state }) => state === 'cut') ?? files.find(({ state }) => state === 'waiting')
}

/** Whether the same call may succeed later by itself. */
function isCut(failure: Error): boolean {
  if (failure instanceof CallError) return failure.code === 'unavailable' || failure.code === 'too_many_requests'
  return failure instanceof LostAnswer || failure instanceof TypeError
}

function asTwin(chosen: ChosenFile, twin: string): ChosenFile {
  return chosen.state === 'chosen' ? { ...chosen, state: 'twin', twinOf: twin } : chosen
}

function newlyChosen(facts: Pick<ChosenFile, 'file' | 'type' | 'isPublic'>): ChosenFile {
  const more = { versionOf: null, state: 'chosen', twinOf: null, title: null, sha256: null, sent: 0, failure: null }
  return { ...facts, ...more, id: randomId() } as ChosenFile
}

/** 128 bits; `crypto.randomUUID` is missing over plain http. */
function randomId(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Null over plain http, where browsers do not hash, and for unreadable files. */
async function sha256Of(file: File): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null
  const bytes = await file.arrayBuffer().catch(() => null)
  return bytes && hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}
