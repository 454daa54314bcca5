import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finish, ordinaryUser, start } from '#tests/kit/processes.ts'

const script = 'console.log(JSON.stringify(process.argv.slice(2)))'

/**
 * A checkout that npm installs offline: `node` links to this test's Node, `painter` is for the web app's build,
 * `checker` only for tests.
 */
let checkout: string
const tree = {
  name: 'tree',
  type: 'module',
  workspaces: ['web/packages'],
  dependencies: { node: 'file:pinned' },
  devDependencies: { checker: 'file:checker' },
}
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'))
  await chmod(checkout, 0o755)
  await write('scripts/run.mjs', await readFile(join(import.meta.dirname, '../../../scripts/run.mjs'), 'utf8'))
  await write('hello.ts', script)
  await write('pinned/package.json', JSON.stringify({ name: 'node', version: '1.0.0', bin: 'node.sh' }))
  await write('pinned/node.sh', `#!/bin/sh\nexec ${process.execPath} "$@"\n`)
  await chmod(join(checkout, 'pinned/node.sh'), 0o755)
  await write('painter/package.json', JSON.stringify({ name: 'painter', version: '1.0.0' }))
  await write('checker/package.json', JSON.stringify({ name: 'checker', version: '1.0.0' }))
  await write(
    'web/packages/package.json',
    JSON.stringify({ name: 'web-packages', dependencies: { painter: 'file:../../painter' } }),
  )
  await write('package.json', JSON.stringify(tree))
  await finish('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: checkout })
})
afterEach(() => rm(checkout, { recursive: true, force: true }))

async function write(file: string, text: string) {
  await mkdir(dirname(join(checkout, file)), { recursive: true })
  await writeFile(join(checkout, file), text)
}

const environment = { ...process.env, npm_config_offline: 'true' }
const runArguments = (...args: string[]) => [join(checkout, 'scripts/run.mjs'), ...args]
/** Drops the progress lines of slow machines. */
async function run(...args: string[]) {
  const ended = await finish(process.execPath, runArguments(...args), { cwd: checkout, env: environment })
  return { ...ended, output: ended.output.replace(/^\d+ of \d+ packages are there …\n/gm, '') }
}
const installed = async () =>
  (await readdir(join(checkout, 'node_modules'))).filter((name) => !name.startsWith('.')).sort()
const record = () => stat(join(checkout, 'node_modules/.package-lock.json'))

test('it installs what is missing, even with NODE_ENV=production, and passes the arguments on', async () => {
  const env = { ...environment, NODE_ENV: 'production' }
  const { code, output } = await finish(process.execPath, runArguments('hello.ts', 'a b', '--c'), {
    cwd: checkout,
    env,
  })
  expect(output).toBe('Installing packages …\n["a b","--c"]')
  expect(code).toBe(0)
})

test('while it installs it says how many packages are there', async () => {
  // An npm that waits for the test.
  const { stdout: npm } = await promisify(execFile)('which', ['npm'])
  const slow = '#!/bin/sh\nuntil [ -e begun ]; do sleep 0.1; done\nexec "$REAL_NPM" "$@"\n'
  await write('slow/npm', slow)
  await chmod(join(checkout, 'slow/npm'), 0o755)
  const env = { ...environment, REAL_NPM: npm.trim(), PATH: `${join(checkout, 'slow')}:${process.env.PATH}` }
  const program = start(process.execPath, runArguments('hello.ts'), { cwd: checkout, env })
  await program.line(/^0 of 4 packages are there …$/)
  await write('begun', '')
  expect((await program.ended).output).toMatch(/^Installing packages …\n(0 of 4 packages are there …\n)+.*\[\]$/s)
})

test('a script with --dev adds what only tests need, and the next start keeps it', async () => {
  expect((await run('hello.ts', '--dev')).output).toBe('Installing packages …\n["--dev"]')
  expect(await installed()).toEqual(['node', 'painter', 'web-packages'])
  expect((await run('--dev', 'hello.ts', 'a')).output).toBe('Installing packages …\n["a"]')
  expect(await installed()).toEqual(['checker', 'node', 'painter', 'web-packages'])
  const before = await record()
  expect((await run('hello.ts')).output).toBe('[]')
  expect((await record()).mtimeMs).toBe(before.mtimeMs)
})

test('without a script it installs only', async () => {
  expect(await run('--dev')).toMatchObject({ code: 0, output: 'Installing packages …' })
  expect(await installed()).toContain('checker')
})

test('what is there is there while more is installed', async () => {
  await run('hello.ts')
  await write('node_modules/.cache/kept', '')
  await run('--dev')
  expect(await readFile(join(checkout, 'node_modules/.cache/kept'), 'utf8')).toBe('')
})

test('a release needs neither what builds the web app nor what tests need', async () => {
  await write('dist/web/index.html', '')
  await finish('npm', ['ci', '--omit=dev', '--workspaces=false', '--offline', '--no-audit'], { cwd: checkout })
  expect(await installed()).toEqual(['node'])
  expect((await run('hello.ts')).output).toBe('[]')
})

test('it installs nothing when nothing is missing', async () => {
  await run('hello.ts')
  const before = await record()
  expect((await run('hello.ts')).output).toBe('[]')
  expect((await record()).mtimeMs).toBe(before.mtimeMs)
})

test('it installs again when the lock file names another version', async () => {
  await run('hello.ts')
  await write('pinned/package.json', JSON.stringify({ name: 'node', version: '2.0.0', bin: 'node.sh' }))
  const lock = await readFile(join(checkout, 'package-lock.json'), 'utf8')
  await write('package-lock.json', lock.replace(/(?<="name": "node",\s+"version": )"1.0.0"/, '"2.0.0"'))
  expect((await run('hello.ts')).output).toBe('Installing packages …\n[]')
})

test('of two at once one installs and the other waits', async () => {
  const both = await Promise.all([run('hello.ts'), run('hello.ts')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ output }) => output.includes('Installing'))).toHaveLength(1)
})

test('an installation that was killed does not block the next one', async () => {
  const dead = await finish('sh', ['-c', 'echo $$'])
  await write('.installing', dead.output)
  expect((await run('hello.ts')).code).toBe(0)
})

test.runIf(ordinaryUser)('a complete checkout need not be writable', async () => {
  await run('hello.ts')
  await chmod(checkout, 0o555)
  const { output, code } = await finish(process.execPath, runArguments('hello.ts'), { cwd: checkout, ...ordinaryUser })
  await chmod(checkout, 0o755)
  expect({ output, code }).toEqual({ output: '[]', code: 0 })
})

test('a failed installation says why in one line', async () => {
  await write('package.json', JSON.stringify({ ...tree, devDependencies: { nowhere: '1.0.0' } }))
  const { code, output } = await run('--dev', 'hello.ts')
  expect(output).toMatch(/^Installing packages …\nThe packages could not be installed: .+$/)
  expect(code).toBe(1)
})

test('signals reach the script, and its end is the end', async () => {
  await write(
    'stay.ts',
    `process.on('SIGTERM', () => process.exit(7)); console.log('ready'); setInterval(() => {}, 1000)`,
  )
  const program = start(process.execPath, runArguments('stay.ts'), { cwd: checkout, env: environment })
  await program.line(/^ready$/)
  program.process.kill('SIGTERM')
  expect((await program.ended).code).toBe(7)
})

test('a script that is killed looks killed', async () => {
  await write('die.ts', `process.kill(process.pid, 'SIGKILL')`)
  expect((await run('die.ts')).signal).toBe('SIGKILL')
})
