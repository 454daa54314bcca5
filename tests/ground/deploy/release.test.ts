import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { buildRelease } from '#embedded/web-build.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { finish, type Program, start } from '#tests/kit/processes.ts'
import { aFundedKey } from '#tests/kit/world.ts'

const root = join(import.meta.dirname, '../../..')

/** Packages of tests, bench, checks and web build. */
const leftOut = ['--omit=dev', '--workspaces=false']

/** A release: tracked files, `dist/web` and runtime packages. */
let release: string
let program: Program | undefined
beforeAll(async () => {
  release = await mkdtemp(join(tmpdir(), 'release-'))
  const { output } = await finish('git', ['ls-files'], { cwd: root })
  await Promise.all(output.split('\n').map((path) => cp(join(root, path), join(release, path))))
  const packages = await packagesToRun()
  expect(packages.filter((path) => /[/](fastify|vite|react|vitest)$/.test(path))).toEqual(['node_modules/fastify'])
  await Promise.all(packages.map(copyPackage))
  await buildRelease(join(release, 'dist/web'))
}, 120_000)
afterAll(async () => {
  program?.signalGroup('SIGKILL')
  await program?.ended
  await rm(release, { recursive: true, force: true })
})

/** Top-level package folders that `npm ci` installs. */
async function packagesToRun(): Promise<string[]> {
  const { output } = await finish('npm', ['ls', '--all', '--parseable', ...leftOut], { cwd: root })
  const paths = output.split('\n').map((path) => relative(root, path))
  return paths.filter((path) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
}

/** Hard links, for some 30 000 files. */
async function copyPackage(path: string): Promise<void> {
  const target = join(release, path)
  await mkdir(dirname(target), { recursive: true })
  await finish('cp', ['-al', join(root, path), target])
}

const environment = async (port: number) => {
  const { chainRpcUrl } = inject('servers')
  const database = await aDatabase()
  return {
    database,
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      PUBLIC_URL: 'https://registry.test',
      DATA_DIR: join(release, 'data'),
      DATABASE_URL: database.url,
      CHAIN_RPC_URL: chainRpcUrl,
      CHAIN_OPERATOR_KEY: await aFundedKey(chainRpcUrl),
      OIDC_AUTHORITY: 'embedded',
      REGISTRY_NAME: 'Release Registry',
      REGISTRY_OWNER: 'Release Foundation',
      REGISTRY_CONTACT_EMAIL: 'contact@example.org',
      REGISTRY_CONTACT_ADDRESS: '1 Example Street',
    },
  }
}

/** As deploy/systemd: the release's Node, no npm. */
async function started() {
  const port = await freePort()
  const { env, database } = await environment(port)
  program = start(join(release, 'node_modules/node/bin/node'), ['server/main.ts'], { cwd: release, env })
  return { program, database, baseUrl: `http://127.0.0.1:${port}` }
}

test('a release without packages of tests and of the build starts in production and serves the page that was built', async () => {
  const { program, baseUrl, database } = await started()
  await program.line(/is ready at https:\/\/registry\.test/)
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  const page = await (await fetch(`${baseUrl}/`)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  expect(await (await fetch(`${baseUrl}${script}`)).text()).toBe(
    await readFile(join(release, 'dist/web', script), 'utf8'),
  )
  program.process.kill('SIGTERM')
  expect((await program.ended).code).toBe(0)
  await database.drop()
})

test('a build of other sources is refused, and it says what to run', async () => {
  await cp(join(root, 'vite.config.ts'), join(release, 'web/another-source.ts'))
  expect(await refusal()).toContain('built from other sources')
})

test('without a build it refuses and says what to run', async () => {
  await rm(join(release, 'dist'), { recursive: true })
  expect(await refusal()).toContain('has not been built, and production builds nothing. Run npm run build')
})

async function refusal(): Promise<string> {
  const { program: refused, database } = await started()
  const { code, output } = await refused.ended
  await database.drop()
  expect(code).toBe(1)
  return output
}
