import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Refused } from '#server/infra/refused.ts'

const path = z.string().refine((text) => !text.startsWith('/') && !text.split('/').includes('..'))
/** Bytes and SHA-256 (hexadecimal) of a stored file. */
const entry = z.object({ path, size: z.number(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  tables: z.array(
    entry.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  files: z.array(entry.extend({ key: z.string() })),
  /** Named in the database, but missing or with another hash. */
  missing: z.array(z.string()),
  /** Key and state of the embedded chain. */
  chain: z.array(entry),
})

type Entry = z.output<typeof entry>
export type Manifest = z.output<typeof manifest>

const manifestName = 'manifest.json'
/** In the format of `sha256sum`. */
const sumName = `${manifestName}.sha256`
/** Hexadecimal HMAC-SHA256, with BACKUP_KEY, of the manifest, which holds all other hashes. */
const signatureName = `${manifestName}.hmac`
/** Suffix of an incomplete backup's folder. */
const unfinished = '.partial'
/** A backup contains password hashes and signing keys. */
const folderMode = 0o700
const fileMode = 0o600

export type NewArchive = {
  /** Returns the manifest entry. */
  add(path: string, source: Readable, ...transforms: Transform[]): Promise<Entry>
  /** Writes and optionally signs the manifest, then gives the folder its final name. */
  finish(manifest: Manifest, key?: string): Promise<void>
  abandon(): Promise<void>
}

/** Throws Refused if the folder or its `.partial` exists. */
export async function newArchive(target: string): Promise<NewArchive> {
  const folder = resolve(target)
  const draft = folder + unfinished
  if (await exists(folder)) throw new Refused(`${folder} is there already. Name a folder that is not.`)
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(draft, { mode: folderMode }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new Refused(`${draft} is of a backup that runs or was interrupted. Wait for it, or remove the folder.`)
  })
  return {
    async add(path, source, ...transforms) {
      const at = join(draft, path)
      await mkdir(dirname(at), { recursive: true, mode: folderMode })
      const sum = createHash('sha256')
      let size = 0
      const measured = passing((chunk) => {
        sum.update(chunk)
        size += chunk.length
      })
      await pipeline([
        source,
        ...transforms,
        measured,
        createWriteStream(at, { flags: 'wx', mode: fileMode, flush: true }),
      ])
      return { path, size, sha256: sum.digest('hex') }
    },
    async finish(made, key) {
      const text = `${JSON.stringify(made, null, 1)}\n`
      const options = { mode: fileMode, flag: 'wx', flush: true }
      await writeFile(join(draft, manifestName), text, options)
      await writeFile(join(draft, sumName), sumLine(text), options)
      if (key !== undefined) await writeFile(join(draft, signatureName), `${signatureOf(text, key)}\n`, options)
      await rename(draft, folder)
      const parent = await open(dirname(folder), 'r')
      await parent.sync().finally(() => parent.close())
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  }
}

export type Archive = {
  manifest: Manifest
  read(entry: Entry): Readable
}

/**
 * Opens a backup and reads all files once. Throws Refused, naming the files, if it is incomplete or damaged, or if
 * `key` did not sign it.
 */
export async function openArchive(target: string, key?: string): Promise<Archive> {
  const folder = resolve(target)
  const [text, sum, signature] = await Promise.all(
    [manifestName, sumName, signatureName].map((name) => readFile(join(folder, name), 'utf8').catch(nullIfMissing)),
  )
  if (text == null || sum == null) {
    const why =
      folder.endsWith(unfinished) || (await exists(folder + unfinished)) ? 'it was interrupted' : 'it has no manifest'
    throw new Refused(`${folder} is no complete backup: ${why}.`)
  }
  if (sum !== sumLine(text)) throw new Refused(`The backup is damaged: ${manifestName} is not as it was written.`)
  if (key !== undefined) refuseUnlessSigned(text, signature?.trim() ?? null, key)
  const read = manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new Refused(`${manifestName} is of another version: ${z.prettifyError(read.error)}`)
  const { tables, files, chain } = read.data
  const damaged: string[] = []
  for (const each of [...tables, ...files, ...chain]) if (!(await isIntact(folder, each))) damaged.push(each.path)
  if (damaged.length > 0) {
    throw new Refused(
      `The backup is damaged: ${damaged.join(', ')} ${damaged.length > 1 ? 'are' : 'is'} not as written.`,
    )
  }
  return {
    manifest: read.data,
    read: ({ path }) => createReadStream(join(folder, path)),
  }
}

function refuseUnlessSigned(text: string, signature: string | null, key: string): void {
  if (signature === null) {
    throw new Refused(
      `The backup is not signed: it has no ${signatureName}, and BACKUP_KEY asks for one. Leave BACKUP_KEY out for a backup that ` +
        'was made without it.',
    )
  }
  const [given, made] = [Buffer.from(signature), Buffer.from(signatureOf(text, key))]
  if (given.length !== made.length || !timingSafeEqual(given, made)) {
    throw new Refused('The backup was not signed with this BACKUP_KEY: it was made with another one, or changed since.')
  }
}

async function isIntact(folder: string, { path, size, sha256 }: Entry): Promise<boolean> {
  const at = join(folder, path)
  const found = await stat(at).catch(nullIfMissing)
  if (found?.size !== size) return false
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(at)) sum.update(chunk)
  return hexOf(sum) === sha256
}

const hexOf = (sum: Hash) => sum.digest('hex')

function sumLine(text: string): string {
  return `${hexOf(createHash('sha256').update(text))}  ${manifestName}\n`
}

function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

export function passing(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      look(chunk)
      done(null, chunk)
    },
  })
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}
