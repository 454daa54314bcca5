import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Taking, Upload } from '#server/infra/files/upload.ts'
import type { Call } from '#shared/contract/calls.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits, sizeOf } from '#shared/rules/limits.ts'
import { admitUpload } from './uploads-under-way.ts'

type Form = Pick<Call, 'multipart' | 'optionalFields'>
type MultipartLimits = { fileSize: number; files: number; fields: number; fieldSize: number }

/** So much of a refused body is read that the client receives the refusal. */
const mostDiscardedBytes = limits.documentBytes + 1024 * 1024
const longestDiscardMs = 120_000

/**
 * Reads a multipart body of text fields and one file (the call's last name), in any order. `beforeFile` checks the
 * fields, before the file if they precede it. Throws `too_many_requests` at the upload limit, `invalid` for missing,
 * unknown or repeated fields, `too_large` for the file.
 */
export async function readUpload(request: FastifyRequest, call: Form, taking: Taking): Promise<Upload> {
  if (!request.isMultipart())
    throw new Failure('unsupported_media', 'Send the form as multipart/form-data.', because('request.form'))
  const started = new AsyncDisposableStack()
  try {
    started.defer(admitUpload(request.actor))
    const { fields, draft, fileName } = await readForm(request, call, taking, started)
    return { fields, draft, fileName, [Symbol.asyncDispose]: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    discardRest(request)
    throw error
  }
}

/** A client that is cut off while sending never reads the reply. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.destroyed) return
  let discarded = 0
  const tooLong = setTimeout(() => raw.destroy(), longestDiscardMs)
  raw.once('close', () => clearTimeout(tooLong))
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > mostDiscardedBytes) raw.destroy()
  })
  raw.resume()
}

async function readForm(
  request: FastifyRequest,
  { multipart: required = [], optionalFields = [] }: Form,
  taking: Taking,
  started: AsyncDisposableStack,
): Promise<Omit<Upload, keyof AsyncDisposable>> {
  const names = [...optionalFields, ...required]
  const fileField = required.at(-1)
  const fields: Record<string, string> = {}
  const missing = () => required.find((name) => name !== fileField && !Object.hasOwn(fields, name))
  let file: Pick<Upload, 'draft' | 'fileName'> | null = null
  const most = { fileSize: taking.maxBytes, files: 1, fields: names.length, fieldSize: 1_000 }
  for await (const part of partsOf(request, most)) {
    if (part.type === 'field') {
      if (!names.includes(part.fieldname) || part.fieldname === fileField || Object.hasOwn(fields, part.fieldname)) {
        throw new Failure(
          'invalid',
          `${part.fieldname}: an unknown or repeated field; expected ${names.join(', ')}`,
          because('request.field', { field: part.fieldname, expected: names }),
        )
      }
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== fileField)
      throw new Failure(
        'invalid',
        `${part.fieldname}: the file belongs in ${fileField}`,
        because('request.fileField', { field: fileField ?? '' }),
      )
    // The parser omits empty names.
    const fileName = part.filename ?? ''
    if (missing() === undefined) {
      await taking.beforeFile(fields)
      return { fields, draft: started.use(await draftOf(part, taking)), fileName }
    }
    file = { draft: started.use(await draftOf(part, taking)), fileName }
  }
  if (!file) throw new Failure('invalid', `${fileField}: Required`, because('request.noFile'))
  if (missing() !== undefined)
    throw new Failure('invalid', `${missing()}: Required`, because('request.fieldMissing', { field: missing() ?? '' }))
  await taking.beforeFile(fields)
  return { fields, ...file }
}

/** Throws `invalid` for a malformed or truncated form. */
async function* partsOf(request: FastifyRequest, limits: MultipartLimits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw isRefusal(error) ? error : brokenForm()
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Failure || (error instanceof Error && 'statusCode' in error)
}

function brokenForm(): Failure {
  return new Failure(
    'invalid',
    'The form is incomplete or malformed. Send it again as multipart/form-data.',
    because('request.form'),
  )
}

async function draftOf({ file }: MultipartFile, { files, maxBytes }: Taking): Promise<Upload['draft']> {
  const draft = await files.draft(file).catch((error: unknown) => {
    throw isRefusal(error) ? error : brokenForm()
  })
  // The parser truncates at the limit.
  if (!file.truncated && draft.size > 0) return draft
  await draft[Symbol.asyncDispose]()
  if (draft.size === 0) throw new Failure('invalid', 'The file is empty.', because('file.empty'))
  throw new Failure(
    'too_large',
    `The file is larger than ${sizeOf(maxBytes)}, the most that is accepted here.`,
    because('file.tooLarge', { bytes: maxBytes }),
  )
}
