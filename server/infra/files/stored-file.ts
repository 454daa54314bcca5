import type { Readable } from 'node:stream'
import { Failure } from '#shared/rules/failure.ts'

/** A file as a store hands it out. The stream has to be read or destroyed. `size` is in bytes. */
export type StoredFile = { stream: Readable; size: number; mediaType: string }

/**
 * Where files live. Keys are paths of plain names (`images/tenant/account/picture.webp`) with a known extension, which
 * says the media type. Every call fails with `unavailable` while the store cannot be reached.
 */
export type FileStore = {
  /** Stores the whole file or nothing; a file of the same key is replaced. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>
  /** The file, or null when there is none. */
  get(key: string): Promise<StoredFile | null>
  /** Removes the file; removing one that is not there is no failure. */
  remove(key: string): Promise<void>
}

const mediaTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

const maxKeyLength = 512

/**
 * Whether a text names a file that a store may hold. Each part begins with a letter, a digit, `_` or `-` and holds no
 * separator, so that no key leaves the store's folder or meets a hidden file.
 */
export function isFileKey(key: string): boolean {
  return key.length <= maxKeyLength && /^([\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(key) && mediaTypeOf(key) !== undefined
}

/** What a key's extension says the file is. */
export function mediaTypeOf(key: string): string | undefined {
  const extension = /\.([a-z]+)$/.exec(key)?.[1]
  return extension !== undefined && Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined
}

/** Throws, as a bug, for a key that is not valid or whose extension stands for another media type. */
export function assertWritable(key: string, mediaType: string): void {
  if (!isFileKey(key)) throw new TypeError(`not a file key: ${key}`)
  if (mediaTypeOf(key) !== mediaType) throw new TypeError(`${key} cannot hold ${mediaType}`)
}

/** Makes the failure for a store that cannot be reached; the cause is for the log. */
export function storeOutage(cause: unknown): Failure {
  return Object.assign(new Failure('unavailable', 'The registry cannot reach its files. Try again in a moment.'), {
    cause,
  })
}
