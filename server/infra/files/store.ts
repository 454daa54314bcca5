import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './stored-file.ts'

export type { FileStore, StoredFile } from './stored-file.ts'

/**
 * Opens the one place where files are kept: `disk` (the folder `files` in the data folder) or `s3://bucket/prefix`.
 * The S3 client is loaded only where it is used, for it is large.
 */
export async function connectFiles(storageUrl: string, dataDir: string): Promise<FileStore> {
  if (storageUrl === 'disk') return diskStore(join(dataDir, 'files'))
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(storageUrl)
}
