import type { Draft, FileStore } from './stored-file.ts'

/** A draft with the form's text fields. In progress until disposed, which removes an unstored draft. */
export type Upload = { fields: Record<string, string>; draft: Draft; fileName: string } & AsyncDisposable

/** `beforeFile` may refuse the upload before its file is stored. */
export type Taking = {
  files: FileStore
  maxBytes: number
  beforeFile: (fields: Record<string, string>) => Promise<void>
}

export type ReadUpload = (taking: Taking) => Promise<Upload>
