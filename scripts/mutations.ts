import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Mutation, mutations } from '../tests/conformance/mutations.ts'
import { ensureChromium } from './chromium.ts'

/**
 * `npm run mutations`: changes one line of the product at a time, in a copy of this folder, and tries there the statements of the file
 * that holds its test. Prints which did not hold; fails unless it was exactly the one that the line is for.
 */
const root = join(import.meta.dirname, '..')
const leftBehind = ['node_modules', '.git', 'dist', '.data', '.installing']

const CHROMIUM_PATH = await ensureChromium()
const copy = await mkdtemp(join(tmpdir(), 'registry-mutated-'))
let noticed = 0
try {
  await cp(root, copy, { recursive: true, filter: (path) => !leftBehind.includes(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const mutation of mutations) if (await isNoticed(mutation)) noticed += 1
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`mutations: ${noticed} of ${mutations.length} noticed by exactly their test`)
process.exit(noticed === mutations.length ? 0 : 1)

async function isNoticed({ what, file, from, to, tests, statement }: Mutation): Promise<boolean> {
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  if (original.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`)
  await writeFile(
    path,
    original.replace(from, () => to),
  )
  const lines = await conformanceOf(tests)
  await writeFile(path, original)
  const failed = lines.filter((line) => / (FAIL|no test) /.test(line))
  const isExact = failed.length === 1 && Number(failed[0]?.trim().split(/\s+/)[1]) === statement
  const outcome = isExact ? 'noticed' : failed.length === 0 ? 'NOT NOTICED' : 'NOT NOTICED BY ITS TEST ALONE'
  console.log(`${outcome}: ${what}, ${from} → ${to}, in ${file}; of ${lines.length} statements in ${tests}:`)
  console.log(failed.map((line) => `    ${line}\n`).join('') || '    all hold\n')
  return isExact
}

/** What `npm run conformance` prints of a file of tests in the copy, a line for each statement. */
async function conformanceOf(tests: string): Promise<string[]> {
  const child = spawn(process.execPath, ['scripts/conformance.ts', tests], {
    cwd: copy,
    env: { ...process.env, CHROMIUM_PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  const lines = output.split('\n').filter((line) => /^ *\d+ +\d+ +(pass|FAIL|no test) /.test(line))
  if (lines.length === 0) throw new Error(`Nothing was tried:\n${output}`)
  return lines
}
