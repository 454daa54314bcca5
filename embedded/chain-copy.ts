import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refused } from '#server/infra/refused.ts'
import { keyName, statePattern } from './chain-files.ts'

export type ChainFile = { path: string; source: Readable }

/** The operator's key and newest complete chain state; empty if no chain ever ran. */
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

/** A complete state ends with a brace; the node rewrites the file every minute. */
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

/** Stores key and state for DATA_DIR. Throws Refused if a chain exists. */
export async function putChainFiles(dataDir: string, files: readonly ChainFile[]): Promise<void> {
  const folder = join(dataDir, 'chain')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Refused(`There is an embedded chain in ${folder} already.`)
  for (const { path, source } of files) {
    await pipeline(source, createWriteStream(join(folder, path), { mode: 0o600, flush: true }))
  }
}
