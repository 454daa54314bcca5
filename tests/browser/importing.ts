import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ExportRow, writeExport } from '#tests/kit/an-export.ts'
import { world } from './world.ts'

export async function imported(
  projects: ExportRow[],
  { mints, blocks }: { mints: ExportRow[]; blocks: ExportRow[] } = { mints: [], blocks: [] },
): Promise<void> {
  const files = await writeExport({ projects, mints, blocks })
  const ledger = mints.length > 0 ? ['--mints', files.mint, '--ledger', files.block] : []
  const env = { PATH: process.env.PATH, DATA_DIR: world.dataDir, PUBLIC_URL: world.baseUrl }
  const script = join(import.meta.dirname, '../../commands/import.ts')
  const args = [script, '--tenant', 'sample', '--projects', files.project, ...ledger]
  await promisify(execFile)(process.execPath, args, { env })
}
