import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.ts'

/**
 * `npm run mutations`: in a copy, changes one line of the product at a time and runs its statement's test. Prints
 * outcomes and a count; fails unless each test failed. The copy reads the arguments.
 */
const root = join(import.meta.dirname, '..')
const leftBehind = ['node_modules', '.git', 'dist', '.data', '.installing']
/** Short: failing tests wait this long. */
const patienceSeconds = '10'

const CHROMIUM_PATH = await ensureChromium()
const copy = await mkdtemp(join(tmpdir(), 'registry-mutated-'))
try {
  await cp(root, copy, { recursive: true, filter: (path) => !leftBehind.includes(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const env = { ...process.env, CHROMIUM_PATH, PATIENCE_SECONDS: patienceSeconds }
  const child = spawn(process.execPath, ['scripts/mutations-in-copy.ts', ...process.argv.slice(2)], {
    cwd: copy,
    env,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await rm(copy, { recursive: true, force: true })
}
