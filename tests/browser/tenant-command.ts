import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { world } from './world.ts'

/** Returns the output of `npm run tenant`. */
export async function tenant(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: world.dataDir, PUBLIC_URL: world.baseUrl }
  const script = join(import.meta.dirname, '../../commands/tenant.ts')
  return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout
}
