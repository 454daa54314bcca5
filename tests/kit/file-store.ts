import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '#server/infra/files/disk-store.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import { closeAfterwards } from './closing.ts'

export function aStore(): FileStore {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  closeAfterwards(() => rm(folder, { recursive: true, force: true }))
  return diskStore(folder, join(folder, '.unfinished'))
}
