import type { Readable } from 'node:stream'
import { Failure } from '#shared/rules/failure.ts'

/** A file or part. Read or destroy the stream, which has `size` bytes. */
export type StoredFile = { stream: Readable; size: number; mediaType: string }

/** Inclusive byte offsets. */
export type Part = { first: number; last: number }

/**
 * A local, not yet stored file. `size` in bytes, `sha256` in hexadecimal. Disposal (see `using`) removes a draft that
 * no store has taken.
 */
export type Draft = { path: string; size: number; sha256: string } & AsyncDisposable

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Keys are paths of plain names (`images/tenant/account/picture.webp`) whose extension determines the media type. Calls
 * fail with `unavailable` if the store is unreachable.
 */
export type FileStore = {
  /** Writes to a local file, never whole into memory. */
  draft(source: Content): Promise<Draft>
  /** Atomic; once per draft. Replaces a file with the same key. */
  put(key: string, draft: Draft, mediaType: string): Promise<void>
  /** Null without such a file. `part` must lie within it. */
  get(key: string, part?: Part): Promise<StoredFile | null>
  has(key: string): Promise<boolean>
  /** Succeeds also if there is no such file. */
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

/** Names never start with a dot, so keys cannot leave the folder or name hidden files. */
export function isFileKey(key: string): boolean {
  return key.length <= maxKeyLength && /^([\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(key) && mediaTypeOf(key) !== undefined
}

export function mediaTypeOf(key: string): string | undefined {
  const extension = /\.([a-z]+)$/.exec(key)?.[1]
  return extension !== undefined && Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined
}

/** Throws a TypeError for an invalid key or another media type. */
export function assertWritable(key: string, mediaType: string): void {
  if (!isFileKey(key)) throw new TypeError(`not a file key: ${key}`)
  if (mediaTypeOf(key) !== mediaType) throw new TypeError(`${key} cannot hold ${mediaType}`)
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** `cause` is for the log. */
export function storeOutage(cause: unknown): Failure {
  return Object.assign(new Failure('unavailable', 'The registry cannot reach its files. Try again in a moment.'), {
    cause,
  })
}
