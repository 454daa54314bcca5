import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.ts'

/**
 * `npm run mutations`: changes one line of the product at a time, in a copy of this folder, and tries the test of the statement that
 * the line is for. Prints for each whether the test failed, and the seconds that took; the last line counts. Fails unless all did.
 * Test files and numbers of statements as arguments try those alone (`npm run mutations -- section-9 136`), `--share 2/8` tries the
 * second eighth; `--brief` prints those alone that no test noticed.
 */
const root = join(import.meta.dirname, '..')
const leftBehind = ['node_modules', '.git', 'dist', '.data', '.installing']
/** A test that fails does so after it has waited for what does not come: shorter than where nothing is expected to fail. */
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
