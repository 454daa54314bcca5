import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Objection } from './objection.ts'

export type SetAside = {
  write(file: string, line: number | bigint, objection: Objection): Promise<void>
  /** Resolves with the path, or deletes an empty file and resolves with null. */
  close(): Promise<string | null>
}

/** Truncates the file. CSV `file,line,column,value,reason`, one row per objection. */
export async function openSetAside(path: string): Promise<SetAside> {
  await mkdir(dirname(path), { recursive: true })
  const out = createWriteStream(path)
  out.write('file,line,column,value,reason\n')
  let rows = 0
  let closed: Promise<string | null> | undefined
  async function end(): Promise<string | null> {
    out.end()
    await finished(out)
    if (rows > 0) return path
    await rm(path)
    return null
  }
  return {
    async write(file, line, { column, value, reason }) {
      rows++
      const text = `${[file, String(line), column, value, reason].map(csvField).join(',')}\n`
      if (!out.write(text)) await once(out, 'drain')
    },
    close() {
      closed ??= end()
      return closed
    },
  }
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
