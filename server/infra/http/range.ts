import type { Part } from '#server/infra/files/stored-file.ts'

/**
 * The requested bytes (RFC 9110, section 14): null for the whole file and for multiple or invalid ranges, 'outside' if
 * unsatisfiable. `If-Range` must match `etag`.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  size: number,
  etag: string,
): Part | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? []
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) return null
  if (from === '') return Number(to) === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first < size ? { first, last } : 'outside'
}
