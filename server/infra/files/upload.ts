import type { Draft, FileStore } from './stored-file.ts'

/**
 * A file that a caller sent, as a draft of the store, with the text fields of the form. It counts as under way until
 * it is disposed, which also removes a draft that was not stored.
 */
export type Upload = { fields: Record<string, string>; draft: Draft; fileName: string } & AsyncDisposable

/** Where a file goes, and how large it may be; `beforeFile` sees the fields and may refuse before a byte of the file is taken in. */
export type Taking = {
  files: FileStore
  maxBytes: number
  beforeFile: (fields: Record<string, string>) => Promise<void>
}

/** Reads what a caller sends. */
export type ReadUpload = (taking: Taking) => Promise<Upload>
