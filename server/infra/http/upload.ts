import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '#server/infra/files/upload.ts'
import { Failure } from '#shared/rules/failure.ts'
import { sizeOf } from '#shared/rules/limits.ts'

type MultipartLimits = { fileSize: number; files: number; fields: number; fieldSize: number }

/**
 * Reads a multipart body: the named text fields first, the file last. `beforeFile` gets the fields and may throw before the
 * file is read. Throws `invalid` for fields that are missing, unknown or repeated, `too_large` for the file.
 */
export async function readUpload(
  request: FastifyRequest,
  names: readonly string[],
  maxBytes: number,
  beforeFile: (fields: Record<string, string>) => Promise<void>,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Failure('unsupported_media', 'Send the form as multipart/form-data.')
  try {
    return await readForm(request, names, maxBytes, beforeFile)
  } catch (error) {
    discardRest(request)
    throw error
  }
}

/** Reads the rest of the body and drops it: a caller that is cut off while it sends never reads the reply. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

async function readForm(
  request: FastifyRequest,
  names: readonly string[],
  maxBytes: number,
  beforeFile: (fields: Record<string, string>) => Promise<void>,
): Promise<Upload> {
  const fileField = names.at(-1)
  const fields: Record<string, string> = {}
  for await (const part of partsOf(request, { fileSize: maxBytes, files: 1, fields: names.length, fieldSize: 1_000 })) {
    if (part.type === 'field') {
      if (!names.includes(part.fieldname) || part.fieldname === fileField || Object.hasOwn(fields, part.fieldname)) {
        throw new Failure('invalid', `${part.fieldname}: an unknown or repeated field; expected ${names.join(', ')}`)
      }
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== fileField)
      throw new Failure('invalid', `${part.fieldname}: the file belongs in ${fileField}`)
    const missing = names.find((name) => name !== fileField && !Object.hasOwn(fields, name))
    if (missing) throw new Failure('invalid', `${missing}: Required, and before the file`)
    await beforeFile(fields)
    // The parser leaves an empty name out.
    return { fields, bytes: await bytesOf(part, maxBytes), fileName: part.filename ?? '' }
  }
  throw new Failure('invalid', `${fileField}: Required`)
}

/** Yields the parts of a form. Throws `invalid` for one that cannot be parsed or is cut off. */
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
  return new Failure('invalid', 'The form is incomplete or malformed. Send it again as multipart/form-data.')
}

async function bytesOf(part: MultipartFile, maxBytes: number): Promise<Buffer> {
  const bytes = await part.toBuffer().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Failure('too_large', `The file is larger than ${sizeOf(maxBytes)}, the most that is accepted here.`)
    }
    throw isRefusal(error) ? error : brokenForm()
  })
  if (bytes.length === 0) throw new Failure('invalid', 'The file is empty.')
  return bytes
}
