/** A file that a caller sent, with the text fields of the form before it. */
export type Upload = { fields: Record<string, string>; bytes: Buffer; fileName: string }

/** Reads what a caller sends; `beforeFile` sees the fields and may refuse before a byte of the file is taken in. */
export type ReadUpload = (
  maxBytes: number,
  beforeFile: (fields: Record<string, string>) => Promise<void>,
) => Promise<Upload>
