import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeDraft } from './draft.ts'
import {
  assertWritable,
  type FileStore,
  isFileKey,
  isSystemError,
  mediaTypeOf,
  type Part,
  type StoredFile,
  storeOutage,
} from './stored-file.ts'

/** A local folder. Files are complete, and survive a loss of power. */
export function diskStore(folder: string, drafts: string): FileStore {
  return {
    draft: (source) => writeDraft(drafts, source),
    async put(key, draft, mediaType) {
      assertWritable(key, mediaType)
      await orOutage(() => takeOver(draft.path, join(folder, key)))
    },
    async get(key, part) {
      if (!isFileKey(key)) return null
      return orOutage(() => openFile(join(folder, key), mediaTypeOf(key) ?? '', part).catch(nullIfMissing))
    },
    async has(key) {
      if (!isFileKey(key)) return false
      const facts = await orOutage(() => stat(join(folder, key)).catch(nullIfMissing))
      return facts?.isFile() ?? false
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await orOutage(() => rm(join(folder, key)).catch(nullIfMissing))
    },
  }
}

/** Flushes the bytes, then the new name. */
async function takeOver(draft: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await usingFile(draft, 'r+', (file) => file.sync())
  await rename(draft, target)
  await usingFile(dirname(target), 'r', (file) => file.sync())
}

async function usingFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}

async function openFile(path: string, mediaType: string, part?: Part): Promise<StoredFile | null> {
  const file = await open(path, 'r')
  try {
    const facts = await file.stat()
    if (facts.isFile()) {
      const { first, last } = part ?? { first: 0, last: facts.size - 1 }
      const size = last - first + 1
      // An empty file has no last byte.
      return { stream: file.createReadStream(part ? { start: first, end: last } : {}), size, mediaType }
    }
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return null
}

function nullIfMissing(error: unknown): null {
  if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}

async function orOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isSystemError(error) ? storeOutage(error) : error
  }
}
