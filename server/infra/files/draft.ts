import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Content, type Draft, isSystemError, storeOutage } from './stored-file.ts'

/** No upload takes so long: what was last written before that belongs to a process that has died. */
const abandonedAfterMs = 3_600_000

/**
 * Writes a draft into a folder. Fails with `unavailable` when the folder cannot be written; an error of the source is thrown as it is.
 * Neither leaves a file.
 */
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
    // A file that is still being opened would be there afterwards.
    await closed
    await remove().catch(() => {})
    throw isSystemError(error) ? storeOutage(error) : error
  }
  return { path, size, sha256: hash.digest('hex'), [Symbol.asyncDispose]: remove }
}

/** Removes the drafts of processes that have died. What cannot be removed stays for the next start. */
export async function sweepDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && facts.mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { force: true }).catch(() => {})
  }
}
