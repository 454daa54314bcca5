import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertWritable, type FileStore, isFileKey, mediaTypeOf, type StoredFile, storeOutage } from './stored-file.ts'

/** Where files are written before they get their name; no key begins with a dot. */
const unfinished = '.unfinished'

/** Keeps files in a folder of this machine. What was put survives a loss of power; a reader never sees half a file. */
export function diskStore(folder: string): FileStore {
  return {
    async put(key, bytes, mediaType) {
      assertWritable(key, mediaType)
      await orOutage(() => writeWhole(folder, key, bytes))
    },
    async get(key) {
      if (!isFileKey(key)) return null
      return orOutage(() => openFile(join(folder, key), mediaTypeOf(key) ?? '').catch(nullIfMissing))
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await orOutage(() => rm(join(folder, key)).catch(nullIfMissing))
    },
  }
}

/** Writes a temporary file and renames it. Both the bytes and the name are on the disk before this returns. */
async function writeWhole(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, key)
  const draft = join(folder, unfinished, randomUUID())
  await mkdir(dirname(draft), { recursive: true })
  await mkdir(dirname(target), { recursive: true })
  try {
    await usingFile(draft, 'wx', async (file) => {
      await file.writeFile(bytes)
      await file.sync()
    })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
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

async function openFile(path: string, mediaType: string): Promise<StoredFile | null> {
  const file = await open(path, 'r')
  try {
    const facts = await file.stat()
    if (facts.isFile()) return { stream: file.createReadStream(), size: facts.size, mediaType }
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

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
