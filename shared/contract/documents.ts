import { z } from 'zod'
import { documentTypes } from '#shared/rules/document-types.ts'
import { limits } from '#shared/rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { id, line, time } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

export const subjectKind = z.enum(['project', 'measurement', 'verification', 'finding', 'methodology'])
export type SubjectKind = z.output<typeof subjectKind>

/** The documents that a project's own fields refer to; others are `Other`. */
export const documentType = z.enum(documentTypes)

/** Unique within the subject; an existing title makes the next version. */
export const documentTitle = line(limits.documentTitle, 1)

/** One version of a document. */
export const documentRecord = z.object({
  documentId: id,
  title: z.string(),
  type: z.string().describe('what it is, as PDS or Site plan; of one type there may be many'),
  documentType,
  fileName: z.string(),
  originalName: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  version: z.int(),
  isPublic: z.boolean().describe('anybody may read it once what it belongs to is published'),
  isOpen: z.boolean().describe('anybody may read it at its address now'),
  createdAt: time,
  url: z.string().describe('its address; unless it is open, it takes the token or a link'),
})
export type DocumentRecord = z.output<typeof documentRecord>

const subject = { subjectKind, subjectId: id }

export const listDocuments = endpoint({
  ...readingCalls.listDocuments,
  summary:
    'The documents of a project, measurement, verification, finding or methodology that the caller may read, all versions',
  query: z.strictObject({ ...subject, tenantId: id.optional() }),
  reply: z.object({
    items: z.array(
      documentRecord.extend({
        addedBy: z.string().nullable().describe('told to those whom it concerns'),
        isKept: z.boolean().describe('an act rests on it, so that it can be neither changed nor removed'),
        acts: z.array(z.enum(['change', 'remove'])).describe('what the caller may do with it now'),
      }),
    ),
    most: z.int().describe('how many documents there can be'),
    isPublished: z.boolean().describe('everybody may read now what everybody may read'),
    acts: z.array(z.enum(['add'])).describe('what the caller may do now'),
  }),
  failures: ['not_found'],
})

export const failuresOfUpload = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'invalid',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'not_yet_approved',
  'infected',
  'unavailable',
] as const

export const addDocument = endpoint({
  ...readingCalls.addDocument,
  summary:
    'Adds a document, or the next version of the one with this title: pdf, xlsx, csv, docx, geojson, kml, png or jpeg of at most 20 MB, or what the registry sets; isPublic is true or false; type, unless given, is the title',
  reply: documentRecord,
  status: 201,
  failures: failuresOfUpload,
})

/** Documents of one or more subjects; all are changed or none. */
const chosen = { documentIds: z.array(id).min(1).max(limits.projectDocuments) }

export const changeDocuments = endpoint({
  ...readingCalls.changeDocuments,
  summary:
    'Lets everybody read documents, once what they belong to is published, or only those whom they concern; all of them or none',
  body: z.strictObject({ ...chosen, isPublic: z.boolean() }),
  reply: z.object({ documentIds: z.array(id) }),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

export const removeDocuments = endpoint({
  ...readingCalls.removeDocuments,
  summary: 'Removes documents on which no act rests; all of them or none',
  body: z.strictObject(chosen),
  reply: z.object({ documentIds: z.array(id) }),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

export const linkDocument = endpoint({
  ...readingCalls.linkDocument,
  summary: 'An address at which a document can be opened without a token for a minute; what is opened there is audited',
  params: z.strictObject({ documentId: id }),
  reply: z.object({
    url: z.string(),
    expiresAt: time.nullable().describe('null where the address is open to anybody'),
  }),
  failures: ['unauthenticated', 'not_found'],
})
