import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refused } from '#server/infra/refused.ts'
import { keyName, statePattern } from './chain-files.ts'

export type ChainFile = { path: string; source: Readable }

/** The operator's key and the newest complete state of the embedded chain of DATA_DIR; nothing where none ever ran. */
export async function chainFilesOf(dataDir: string): Promise<ChainFile[]> {
  const folder = join(dataDir, 'chain')
  const names = await readdir(folder).catch(() => [])
  const states = names.filter((name) => statePattern.test(name)).sort()
  const found = names.filter((name) => name === keyName)
  for (const name of states.reverse()) {
    if (!(await isComplete(join(folder, name)))) continue
    found.push(name)
    break
  }
  return found.map((path) => ({ path, source: createReadStream(join(folder, path)) }))
}

/** The node writes its state every minute, from the first brace to the last. A start with half of one tells it by itself. */
async function isComplete(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(size - 1, 0) })
    return buffer.toString() === '}'
  } finally {
    await file.close()
  }
}

/** Puts key and state where the embedded chain of DATA_DIR starts from. Throws Refused if there is one already. */
export async function putChainFiles(dataDir: string, files: readonly ChainFile[]): Promise<void> {
  const folder = join(dataDir, 'chain')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Refused(`There is an embedded chain in ${folder} already.`)
  for (const { path, source } of files) {
    await pipeline(source, createWriteStream(join(folder, path), { mode: 0o600, flush: true }))
  }
}
