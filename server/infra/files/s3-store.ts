import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { writeDraft } from './draft.ts'
import { assertWritable, type Draft, type FileStore, isFileKey, mediaTypeOf, storeOutage } from './stored-file.ts'

const connectTimeoutMs = 3_000
const requestTimeoutMs = 30_000
const attempts = 3

/**
 * Keeps files in a bucket: `s3://bucket/prefix?endpoint=https://…&region=…`. Both parameters are for stores other than
 * Amazon's; without them, as for the credentials, the SDK's own settings hold (`AWS_REGION`, `AWS_ENDPOINT_URL_S3`,
 * `AWS_ACCESS_KEY_ID`, `AWS_PROFILE`, the machine's role …). An endpoint in the address is asked with the bucket in the path.
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
    async get(key) {
      if (!isFileKey(key)) return null
      const found = await orOutage(() =>
        client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key })).catch(nullIfMissing),
      )
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new TypeError('the S3 client answered no stream')
      return { stream: found.Body, size: found.ContentLength ?? 0, mediaType: mediaTypeOf(key) ?? '' }
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await orOutage(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key })))
    },
  }
}

/** The client does not repeat what it sends from a stream: each attempt reads the draft from its beginning. */
async function send(client: S3Client, order: PutObjectCommandInput, { path, size }: Draft): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(path)
    try {
      await client.send(new PutObjectCommand({ ...order, Body: body, ContentLength: size }))
      return
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
      // Stores other than Amazon's know nothing of the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(region ? { region } : {}),
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    },
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

/** Whatever keeps the store from doing its work is an outage to the caller: no network, no permission, no such bucket. */
async function orOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw storeOutage(error)
  }
}
