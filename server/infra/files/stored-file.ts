import type { Readable } from 'node:stream'
import { Failure } from '#shared/rules/failure.ts'

/** A file or a part of one as a store hands it out. The stream has to be read or destroyed. `size` is that of the stream, in bytes. */
export type StoredFile = { stream: Readable; size: number; mediaType: string }

/** Bytes of a file, from the first to the last one. */
export type Part = { first: number; last: number }

/**
 * A file of this machine that is not stored yet: what a caller sends stands here and not in memory until it was judged. `size` is
 * in bytes, `sha256` in hexadecimal. Disposing it removes what no store has taken; `using` does that on every path.
 */
export type Draft = { path: string; size: number; sha256: string } & AsyncDisposable

/** What a file is made of, piece by piece. */
export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Where files live. Keys are paths of plain names (`images/tenant/account/picture.webp`) with a known extension, which
 * says the media type. Every call fails with `unavailable` while the store cannot be reached.
 */
export type FileStore = {
  /** Takes in what is to be judged and stored, on the disk of this machine; a file is never in memory as a whole. */
  draft(source: Content): Promise<Draft>
  /** Stores a draft of this store, the whole of it or nothing; a file of the same key is replaced. A draft is stored once. */
  put(key: string, draft: Draft, mediaType: string): Promise<void>
  /** The file or a part of it, which has to be within its size; null when there is none. */
  get(key: string, part?: Part): Promise<StoredFile | null>
  /** Whether there is a file of this key. */
  has(key: string): Promise<boolean>
  /** Removes the file; removing one that is not there is no failure. */
  remove(key: string): Promise<void>
}

const mediaTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
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

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** Makes the failure for a store that cannot be reached; the cause is for the log. */
export function storeOutage(cause: unknown): Failure {
  return Object.assign(new Failure('unavailable', 'The registry cannot reach its files. Try again in a moment.'), {
    cause,
  })
}
