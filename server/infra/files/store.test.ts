import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectFiles, type FileStore } from './store.ts'
import { isFileKey } from './stored-file.ts'
import { using } from './using.ts'

let folder: string
let s3: S3rver
let s3Url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  // The test server's well-known credentials.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const settings = { address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3') }
  await mkdir(settings.directory)
  s3 = new S3rver({ ...settings, configureBuckets: [{ name: 'registry', configs: [] }] })
  const { port } = await s3.run()
  s3Url = `s3://registry/kept/here?endpoint=http://127.0.0.1:${port}&region=eu-west-1`
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const stores = { disk: () => connectFiles('disk', folder), s3: () => connectFiles(s3Url, folder) }

describe.each(Object.entries(stores))('the %s store', (_, connect) => {
  let files: FileStore
  beforeAll(async () => {
    files = await connect()
  })

  test('gives back what was put, with the media type of the extension', async () => {
    await put(files, 'documents/t/a/report.pdf', Buffer.from('%PDF-1.7 …'), 'application/pdf')
    const file = await files.get('documents/t/a/report.pdf')
    expect(file).toMatchObject({ size: 12, mediaType: 'application/pdf' })
    expect((await contentOf(files, 'documents/t/a/report.pdf'))?.toString()).toBe('%PDF-1.7 …')
    file?.stream.destroy()
  })

  test('gives back each of a megabyte of bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_048_576 }, (_, at) => (at * 31) % 256))
    await put(files, 'images/large.webp', bytes, 'image/webp')
    expect((await contentOf(files, 'images/large.webp'))?.equals(bytes)).toBe(true)
  })

  test('returns exactly the requested part', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256))
    await put(files, 'documents/part.pdf', bytes, 'application/pdf')
    for (const [first, last] of [
      [0, 9],
      [70_000, 200_000],
      [299_999, 299_999],
    ] as const) {
      const file = await files.get('documents/part.pdf', { first, last })
      expect(file?.size).toBe(last - first + 1)
      expect(file && (await buffer(file.stream)).equals(bytes.subarray(first, last + 1))).toBe(true)
    }
    expect(await files.get('documents/no-part.pdf', { first: 0, last: 1 })).toBeNull()
  })

  test('gives back what is larger than one part of an upload', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, Array.from({ length: 251 }, (_, at) => at).join())
    await put(files, 'documents/whole.pdf', bytes, 'application/pdf')
    expect((await contentOf(files, 'documents/whole.pdf'))?.equals(bytes)).toBe(true)
  })

  test('replaces a file of the same key', async () => {
    await put(files, 'a.csv', Buffer.from('first and longer'), 'text/csv')
    await put(files, 'a.csv', Buffer.from('second'), 'text/csv')
    expect((await contentOf(files, 'a.csv'))?.toString()).toBe('second')
  })

  test('knows no file that was never put or was removed', async () => {
    await put(files, 'gone/b.png', Buffer.from('b'), 'image/png')
    await files.remove('gone/b.png')
    await files.remove('gone/b.png')
    expect(await files.get('gone/b.png')).toBeNull()
    expect(await files.get('never.png')).toBeNull()
    expect(await files.get('a.csv/below-a-file.png')).toBeNull()
    expect(await files.get('documents/t')).toBeNull()
  })

  test.each([
    '../outside.pdf',
    'a/../../outside.pdf',
    '/etc/passwd.pdf',
    'a//b.pdf',
    'a\\..\\b.pdf',
    '.unfinished/x.pdf',
    'a/.hidden.pdf',
    'a\0.pdf',
    'a.pdf\n',
    '%2e%2e/a.pdf',
    '',
    'page.html',
    'noextension',
    `${'a'.repeat(600)}.pdf`,
  ])('neither writes nor reads under %j', async (key) => {
    await expect(put(files, key, Buffer.from('x'), 'application/pdf')).rejects.toThrow(TypeError)
    expect(await files.get(key)).toBeNull()
    await files.remove(key)
  })

  test('refuses content that the extension does not say', async () => {
    await expect(put(files, 'picture.png', Buffer.from('%PDF'), 'application/pdf')).rejects.toThrow('cannot hold')
  })
})

describe('on the disk', () => {
  test('two writers of one key leave one whole file and nothing unfinished', async () => {
    const files = await connectFiles('disk', folder)
    const drafts = Array.from({ length: 20 }, (_, at) => Buffer.alloc(100_000, at))
    await Promise.all(drafts.map((draft) => put(files, 'contended/c.png', draft, 'image/png')))
    expect(drafts).toContainEqual(await contentOf(files, 'contended/c.png'))
    expect(await readdir(join(folder, 'files/.unfinished'))).toEqual([])
  })

  test('a source that breaks off leaves no draft, not even where the file was still being opened', async () => {
    const files = await connectFiles('disk', folder)
    async function* cutOff() {
      yield Buffer.from('half')
      throw new Error('cut off')
    }
    const drafts = await Promise.allSettled(Array.from({ length: 500 }, () => files.draft(cutOff())))
    expect(new Set(drafts.map((draft) => draft.status === 'rejected' && String(draft.reason)))).toEqual(
      new Set(['Error: cut off']),
    )
    expect(await readdir(join(folder, 'files/.unfinished'))).toEqual([])
  })

  test('what a crash left is removed at a start, what is being written is not', async () => {
    const drafts = join(folder, 'files/.unfinished')
    await mkdir(drafts, { recursive: true })
    for (const name of ['left', 'written']) await writeFile(join(drafts, name), 'half')
    const longAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(drafts, 'left'), longAgo, longAgo)
    await connectFiles(s3Url, folder)
    expect(await readdir(drafts)).toEqual(['written'])
    await rm(join(drafts, 'written'))
  })

  test('a folder that cannot be written is an outage', async () => {
    const files = await connectFiles('disk', join(folder, 'no-folder'))
    await writeFile(join(folder, 'no-folder'), 'a file where the folder should be')
    await expect(put(files, 'a.png', Buffer.from('a'), 'image/png')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('no key that is accepted leads out of the folder', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', '-'), fc.string({ maxLength: 8 }))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const key = `${parts.join('/')}.pdf`
        return !isFileKey(key) || join('/store/', key) === `/store/${key}`
      }),
    )
  })
})

describe('on S3', () => {
  test('keys live under the prefix', async () => {
    const files = await connectFiles(s3Url, folder)
    const whole = await connectFiles(s3Url.replace('/kept/here', ''), folder)
    await put(files, 'e.png', Buffer.from('e'), 'image/png')
    expect((await contentOf(whole, 'kept/here/e.png'))?.toString()).toBe('e')
  })

  test('a bucket that is not there is an outage', async () => {
    const files = await connectFiles(s3Url.replace('//registry', '//missing'), folder)
    await expect(put(files, 'a.png', Buffer.from('a'), 'image/png')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(files.get('a.png')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a server that is not there is an outage', async () => {
    const port = await closedPort()
    const files = await connectFiles(`s3://registry?endpoint=http://127.0.0.1:${port}&region=eu-west-1`, folder)
    await expect(files.get('a.png')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(files.remove('a.png')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

async function put(files: FileStore, key: string, bytes: Uint8Array, mediaType: string): Promise<void> {
  await using(files.draft([bytes]), (draft) => files.put(key, draft, mediaType))
}

async function contentOf(files: FileStore, key: string): Promise<Buffer | null> {
  const file = await files.get(key)
  return file && (await buffer(file.stream))
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
