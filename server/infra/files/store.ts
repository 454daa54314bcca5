import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import { sweepDrafts } from './draft.ts'
import type { FileStore } from './stored-file.ts'

export type { FileStore, StoredFile } from './stored-file.ts'

/**
 * `disk` (the folder `files` in the data folder) or `s3://bucket/prefix`, whose large client loads on demand. Drafts
 * share the disk's file system, so that storing is a rename. Removes drafts left by a crash.
 */
export async function connectFiles(storageUrl: string, dataDir: string): Promise<FileStore> {
  const files = join(dataDir, 'files')
  const drafts = join(files, '.unfinished')
  await sweepDrafts(drafts)
  if (storageUrl === 'disk') return diskStore(files, drafts)
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(storageUrl, drafts)
}
