import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import { sweepDrafts } from './draft.ts'
import type { FileStore } from './stored-file.ts'

export type { FileStore, StoredFile } from './stored-file.ts'

/**
 * Opens the one place where files are kept: `disk` (the folder `files` in the data folder) or `s3://bucket/prefix`.
 * The S3 client is loaded only where it is used, for it is large. Drafts are kept beside the files on the disk, which makes storing
 * them a renaming; no key begins with a dot. Those that a crash has left are removed.
 */
export async function connectFiles(storageUrl: string, dataDir: string): Promise<FileStore> {
  const files = join(dataDir, 'files')
  const drafts = join(files, '.unfinished')
  await sweepDrafts(drafts)
  if (storageUrl === 'disk') return diskStore(files, drafts)
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(storageUrl, drafts)
}
