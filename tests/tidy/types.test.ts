import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './files.ts'

const server = 'tsconfig.json'
const web = 'web/tsconfig.json'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'types-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The compiler's output. */
async function complaintsOf(config: string, text: string): Promise<string> {
  await writeFile(join(folder, 'sample.ts'), text)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, config), include: ['sample.ts'], exclude: [] }),
  )
  return compilerOutput(['-p', folder])
}

function compilerOutput(args: string[]): Promise<string> {
  return promisify(execFile)(join(root, 'node_modules/.bin/tsc'), args, { maxBuffer: 2 ** 24 }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test.each([
  [server, 'document.title', "Cannot find name 'document'"],
  [server, 'window.close()', "Cannot find name 'window'"],
  [web, 'process.exit()', "Cannot find name 'process'"],
  [web, "Buffer.from('')", "Cannot find name 'Buffer'"],
  [web, "import 'node:fs'", "'node:fs'"],
  [server, 'export const it: { a?: string } = { a: undefined }', 'exactOptionalPropertyTypes'],
  [web, 'export const it: { a?: string } = { a: undefined }', 'exactOptionalPropertyTypes'],
])('%s refuses %s', async (config, text, complaint) => {
  expect(await complaintsOf(config, text)).toContain(complaint)
})

test.each([
  [server, "process.exit(Buffer.from('').length)"],
  [web, 'document.title = location.href'],
])('%s takes %s', async (config, text) => {
  expect(await complaintsOf(config, text)).toBe('')
})

// One package could add the types of Node or browsers to every file.
test.each([
  [server, /\/lib\.dom[^/]*$/m],
  [web, /\/@types\/node\//],
])('no import brings the other world into %s', async (config, foreign) => {
  const files = await compilerOutput(['-p', join(root, config), '--listFilesOnly'])
  expect(files).toContain(join(root, 'shared/rules/permissions.ts'))
  expect(files).not.toMatch(foreign)
})
