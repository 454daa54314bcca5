import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits, sizeOf } from '#shared/rules/limits.ts'
import type { Draft } from './stored-file.ts'

/** `name` is safe for display and download. */
export type DocumentFacts = { mediaType: string; extension: string; name: string }

/** Detected by content. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** Texts, detected by name and first characters. */
const textKinds = [
  { name: /\.csv$/i, begins: /^/, mediaType: 'text/csv', extension: 'csv', reason: 'file.notCsv', called: 'CSV file' },
  {
    name: /\.(geojson|json)$/i,
    begins: /^\s*\{/,
    mediaType: 'application/geo+json',
    extension: 'geojson',
    reason: 'file.notGeoJson',
    called: 'GeoJSON file',
  },
  {
    name: /\.kml$/i,
    begins: /<kml[\s>]/,
    mediaType: 'application/vnd.google-earth.kml+xml',
    extension: 'kml',
    reason: 'file.notKml',
    called: 'KML file',
  },
] as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

const maxNameLength = 120

/**
 * Identifies a document by content; CSV, GeoJSON and KML also by name. Fails with `invalid` (empty), `too_large` or
 * `unsupported_media`.
 */
export async function checkDocument(draft: Draft, name: string): Promise<DocumentFacts> {
  if (draft.size === 0) throw new Failure('invalid', 'The document is empty.', because('file.empty'))
  if (draft.size > limits.documentBytes) {
    throw new Failure(
      'too_large',
      `The document is larger than ${sizeOf(limits.documentBytes)}.`,
      because('file.tooLarge', { bytes: limits.documentBytes }),
    )
  }
  const { mediaType, extension } = await kindOf(draft.path, name)
  return { mediaType, extension, name: safeName(name, extension) }
}

/** Where PDF readers look for the header (ISO 32000-1, annex H.3, note 13). */
const pdfWithinBytes = 1_024
const pdfBegins = '%PDF-'

async function kindOf(path: string, name: string): Promise<{ mediaType: string; extension: string }> {
  const found = await fileTypeFromFile(path)
  const extension = found && Object.hasOwn(extensions, found.mime) ? extensions[found.mime] : undefined
  if (found && extension) return { mediaType: found.mime, extension }
  const text = textKinds.find((kind) => kind.name.test(name.trim()))
  if (text && (!found || (found.mime === 'application/xml' && text.extension === 'kml'))) {
    if (!(await isText(path, text.begins)))
      throw new Failure(
        'unsupported_media',
        `This is not a ${text.called}. Save it as such in UTF-8.`,
        because(text.reason),
      )
    return { mediaType: text.mediaType, extension: text.extension }
  }
  const isTextBefore = !found || found.mime === 'application/xml'
  if (isTextBefore && (await beginsLate(path))) return { mediaType: 'application/pdf', extension: 'pdf' }
  throw new Failure(
    'unsupported_media',
    'Please select a PDF, XLSX, DOCX, CSV, GeoJSON, KML, PNG or JPEG file.',
    because('file.notDocument'),
  )
}

/** Mail and web servers sometimes leave other bytes before the header. */
async function beginsLate(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(pdfWithinBytes + pdfBegins.length) })
    return buffer.subarray(0, bytesRead).includes(pdfBegins, 0, 'latin1')
  } finally {
    await file.close()
  }
}

/** UTF-8 that matches `begins`, with tab, LF and CR as the only control characters. */
async function isText(path: string, begins: RegExp): Promise<boolean> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const file = createReadStream(path)
  let isFirst = true
  try {
    for await (const chunk of file) {
      const text = utf8.decode(chunk, { stream: true })
      if (controls.test(text) || (isFirst && !begins.test(text))) return false
      isFirst = false
    }
    return !controls.test(utf8.decode())
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * A file name in any script that is no path, hidden file, option or disguise of its type. Drops folders, controls and
 * direction marks, keeps joiners (some scripts need them), sets the content's extension.
 */
function safeName(name: string, extension: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,7}\s*$/, '')
    .replace(/[\p{Cc}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[<>:"|?*%]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const short = Array.from(base).slice(0, maxNameLength).join('').trimEnd()
  return `${short || 'document'}.${extension}`
}
