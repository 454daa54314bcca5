import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { writeDraft } from './draft.ts'
import {
  assertWritable,
  type Draft,
  type FileStore,
  isFileKey,
  mediaTypeOf,
  type Part,
  storeOutage,
} from './stored-file.ts'

const connectTimeoutMs = 3_000
const requestTimeoutMs = 30_000
const attempts = 3
/** Per request and retry; S3's minimum is 5 MB, except for the last part. */
const partBytes = 8 * 1024 * 1024

/**
 * A bucket: `s3://bucket/prefix?endpoint=https://…&region=…`. The parameters are for stores other than Amazon's and use
 * path-style addresses. Otherwise, and for credentials, the SDK's settings apply (`AWS_REGION`, `AWS_ENDPOINT_URL_S3`,
 * `AWS_ACCESS_KEY_ID`, `AWS_PROFILE`, the machine's role …).
 */
export function s3Store(address: string, drafts: string): FileStore {
  const { bucket, prefix, settings } = parseS3Address(address)
  const client = new S3Client(settings)
  return {
    draft: (source) => writeDraft(drafts, source),
    async put(key, draft, mediaType) {
      assertWritable(key, mediaType)
      await orOutage(() => send(client, { Bucket: bucket, Key: prefix + key, ContentType: mediaType }, draft))
    },
    async get(key, part) {
      if (!isFileKey(key)) return null
      const found = await orOutage(() =>
        client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key, ...rangeOf(part) })).catch(nullIfMissing),
      )
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new TypeError('the S3 client answered no stream')
      return { stream: found.Body, size: found.ContentLength ?? 0, mediaType: mediaTypeOf(key) ?? '' }
    },
    async has(key) {
      if (!isFileKey(key)) return false
      const found = await orOutage(() =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: prefix + key })).catch(nullIfMissing),
      )
      return found !== null
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await orOutage(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key })))
    },
  }
}

function rangeOf(part: Part | undefined): { Range?: string } {
  return part ? { Range: `bytes=${part.first}-${part.last}` } : {}
}

type Order = Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType'>

async function send(client: S3Client, order: Order, { path, size }: Draft): Promise<void> {
  if (size > partBytes) return sendInParts(client, order, path, size)
  await fromFile(path, null, (Body) => client.send(new PutObjectCommand({ ...order, Body, ContentLength: size })))
}

/** The object appears when all parts have arrived; a failure removes them. */
async function sendInParts(client: S3Client, order: Order, path: string, size: number): Promise<void> {
  const { Bucket, Key } = order
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(order))
  try {
    const parts: CompletedPart[] = []
    for (let first = 0; first < size; first += partBytes) {
      const part = { first, last: Math.min(first + partBytes, size) - 1 }
      const numbered = { Bucket, Key, UploadId, PartNumber: parts.length + 1, ContentLength: part.last - first + 1 }
      const { ETag } = await fromFile(path, part, (Body) => client.send(new UploadPartCommand({ ...numbered, Body })))
      parts.push({ ETag, PartNumber: numbered.PartNumber })
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}

/** The client cannot retry streams: each attempt reopens the file. */
async function fromFile<Answer>(
  path: string,
  part: Part | null,
  sending: (body: Readable) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(path, part ? { start: part.first, end: part.last } : {})
    try {
      return await sending(body)
    } catch (error) {
      if (attempt === attempts) throw error
    } finally {
      body.destroy()
    }
  }
}

function parseS3Address(address: string): { bucket: string; prefix: string; settings: S3ClientConfig } {
  const url = new URL(address)
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region')
  return {
    bucket: url.host,
    prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/`,
    settings: {
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
      // Other stores do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(region ? { region } : {}),
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    },
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null
  throw error
}

/** Network, permission, missing bucket: all are outages. */
async function orOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw storeOutage(error)
  }
}
