import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Content, type Draft, isSystemError, storeOutage } from './stored-file.ts'

/** Longer than any upload: older drafts are of dead processes. */
const abandonedAfterMs = 3_600_000

/** Fails with `unavailable` if the folder is not writable, or with the source's error; leaves no file then. */
export async function writeDraft(folder: string, source: Content): Promise<Draft> {
  const path = join(folder, randomUUID())
  const remove = () => rm(path, { force: true })
  let closed = Promise.resolve()
  const hash = createHash('sha256')
  let size = 0
  async function* measured(chunks: Content) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  try {
    await mkdir(folder, { recursive: true })
    const file = createWriteStream(path, { flags: 'wx' })
    closed = new Promise((resolve) => file.once('close', resolve))
    await pipeline(measured(source), file)
  } catch (error) {
    // A file that is still opening would survive the removal.
    await closed
    await remove().catch(() => {})
    throw isSystemError(error) ? storeOutage(error) : error
  }
  return { path, size, sha256: hash.digest('hex'), [Symbol.asyncDispose]: remove }
}

/** Removes dead processes' drafts; the next start retries failures. */
export async function sweepDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && facts.mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { force: true }).catch(() => {})
  }
}
