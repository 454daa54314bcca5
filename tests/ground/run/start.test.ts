import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { sandboxEmail, sandboxRoles } from '#sandbox/cast/people.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { callerAt } from '#tests/kit/person.ts'
import { ordinaryUser, type Program, runningProcesses, start } from '#tests/kit/processes.ts'
import { aFundedKey } from '#tests/kit/world.ts'

const root = join(import.meta.dirname, '../../..')
const password = 'a-password-for-tests'
let dataDir: string
let running: Program[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'npm-start-'))
})
afterEach(async () => {
  for (const program of running) program.signalGroup('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  await expect.poll(processesOn, { timeout: 15_000 }).toEqual([])
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

type Environment = Record<string, string>
const environment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  SANDBOX_PASSWORD: password,
  SANDBOX_STORY: 'false',
}

/** For `node --import`: prints each loaded file. */
const tellingWhatIsLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const load = (url, context, next) => {
    console.log('loaded ' + url)
    return next(url, context)
  }
  registerHooks({ load })`)}`
const sandboxFiles = [
  'cast/people',
  'cast/seed',
  'sample',
  'sandbox',
  'story/acts',
  'story/chance',
  'story/clock',
  'story/papers',
].map((name) => `sandbox/${name}.ts`)

function launch(env: Environment, identity: { uid?: number; gid?: number } = {}): Program {
  const script = [join(root, 'scripts/run.mjs'), 'server/main.ts']
  const program = start(process.execPath, script, {
    cwd: root,
    env: { ...environment, LOG_LEVEL: 'warn', ...env },
    ...identity,
  })
  running.push(program)
  return program
}

async function launched(folder = dataDir, identity: { uid?: number; gid?: number } = {}) {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const program = launch({ PORT: String(port), DATA_DIR: folder }, identity)
  await program.line(new RegExp(baseUrl))
  const answer = await fetch(`${baseUrl}/readyz`)
  expect(answer.status).toBe(200)
  return { program, baseUrl }
}

async function processesOn(): Promise<string[]> {
  const lines = (await runningProcesses()).map(({ commandLine }) => commandLine)
  return lines.filter((line) => line.includes(dataDir))
}

describe.sequential('npm start', { timeout: 180_000 }, () => {
  test('prints the address and the people, lets them in, and Ctrl-C leaves no process behind', async () => {
    const { program, baseUrl } = await launched()
    const { accessToken } = await signIn(baseUrl, sandboxEmail('buyer'), password)
    expect(await callerAt(baseUrl, accessToken).call(readAccount)).toMatchObject({ status: 'active' })
    program.signalGroup('SIGINT')
    const { output, code } = await program.ended
    expect(code).toBe(0)
    for (const role of sandboxRoles) expect(output).toContain(sandboxEmail(role))
    expect(await processesOn()).toEqual([])
  })

  test('keeps everything that it writes to its own user, and closes what was open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
    await mkdir(join(folder, 'files/images'), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, 'files/images/old.png'), '', { mode: 0o644 })
    for (const path of [folder, join(folder, 'files'), join(folder, 'files/images')]) await chmod(path, 0o755)
    const formerMask = process.umask(0o022)
    const { program } = await launched(folder).finally(() => process.umask(formerMask))
    const open = []
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      // PostgreSQL may have removed the file.
      const { mode } = await lstat(path).catch(() => ({ mode: 0 }))
      if ((mode & 0o077) !== 0) open.push(`${(mode & 0o777).toString(8)} ${path}`)
    }
    expect(open).toEqual([])
    expect((await lstat(folder)).mode & 0o777).toBe(0o700)
    program.signalGroup('SIGINT')
    expect((await program.ended).code).toBe(0)
    await rm(folder, { recursive: true, force: true })
  })

  test('leaves a folder open that holds something of others, and keeps to itself what it writes there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'theirs'), '', { mode: 0o644 })
    const { program } = await launched(folder)
    const modeOf = async (name: string) => ((await lstat(join(folder, name))).mode & 0o777).toString(8)
    expect([await modeOf('.'), await modeOf('theirs'), await modeOf('chain')]).toEqual(['755', '644', '700'])
    program.signalGroup('SIGINT')
    expect((await program.ended).code).toBe(0)
    await rm(folder, { recursive: true, force: true })
  })

  test('finds everything as it was left, even after a kill of the whole group', async () => {
    const first = await launched()
    const identityOf = async (baseUrl: string) => {
      const { accessToken } = await signIn(baseUrl, sandboxEmail('proponent'), password)
      return callerAt(baseUrl, accessToken).call(readAccount)
    }
    const before = await identityOf(first.baseUrl)
    first.program.signalGroup('SIGKILL')
    await first.program.ended
    const second = await launched()
    expect(await identityOf(second.baseUrl)).toEqual(before)
  })

  test.each([
    ['another identity provider', { OIDC_AUTHORITY: 'http://127.0.0.1:9/issuer' }, ['embedded/web-build.ts']],
    ['the built-in provider by name', { OIDC_AUTHORITY: 'embedded' }, ['embedded/web-build.ts']],
    ['people of the sandbox', {}, ['embedded/web-build.ts', ...sandboxFiles]],
  ] satisfies [string, Environment, string[]][])(
    'with real servers and %s it loads only what it needs',
    async (_name, given, files) => {
      const { chainRpcUrl } = inject('servers')
      const database = await aDatabase()
      const port = await freePort()
      const servers = {
        DATABASE_URL: database.url,
        CHAIN_RPC_URL: chainRpcUrl,
        CHAIN_OPERATOR_KEY: await aFundedKey(chainRpcUrl),
      }
      const env = { ...environment, ...servers, LOG_LEVEL: 'silent', PORT: String(port), DATA_DIR: dataDir, ...given }
      const program = start(process.execPath, ['--import', tellingWhatIsLoaded, 'server/main.ts'], { cwd: root, env })
      running.push(program)
      await program.line(new RegExp(`http://localhost:${port}`))
      program.process.kill('SIGTERM')
      const { output } = await program.ended
      await database.drop()
      const loaded = [...output.matchAll(/^loaded .*\/((?:embedded|sandbox)\/\S+)$/gm)].map(([, file]) => file)
      expect(loaded.sort()).toEqual(files.sort())
    },
  )

  test('answers, says so when it is ready, and ends, while nothing can be written to its log', async () => {
    const port = await freePort()
    const env = { ...environment, LOG_LEVEL: 'info', PORT: String(port), DATA_DIR: dataDir }
    const program = start('sh', ['-c', 'exec "$0" server/main.ts > /dev/full', process.execPath], { cwd: root, env })
    running.push(program)
    const ready = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.json() ?? null
    const troubles = ['Lines of the log cannot be written (ENOSPC).']
    await expect.poll(ready, { timeout: 45_000 }).toEqual({ status: 'ready', troubles })
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
    program.process.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
  })

  test('ends when npm alone gets the signal', async () => {
    const port = await freePort()
    const env = { ...environment, LOG_LEVEL: 'warn', PORT: String(port), DATA_DIR: dataDir }
    const npm = start('npm', ['start'], { cwd: root, env })
    running.push(npm)
    await npm.line(new RegExp(`http://localhost:${port}`))
    npm.process.kill('SIGTERM')
    await npm.ended
    await expect.poll(processesOn, { timeout: 15_000 }).toEqual([])
  })

  test('says which port is taken and which variable changes it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { output, code } = await launch({ PORT: String(port), DATA_DIR: dataDir }).ended
    other.close()
    expect(output).toContain(`Port ${port} is taken. Set PORT`)
    expect(code).toBe(1)
  })

  test('refuses data that another one uses, and leaves that one alone', async () => {
    const first = await launched()
    const { output, code } = await launch({ PORT: String(await freePort()), DATA_DIR: dataDir }).ended
    expect(output).toContain(`The database in ${dataDir} is in use by another process.`)
    expect(code).toBe(1)
    expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200)
    first.program.process.kill('SIGTERM')
    expect((await first.program.ended).code).toBe(0)
    expect(await readdir(join(dataDir, 'chain'))).toEqual(expect.arrayContaining([expect.stringMatching(/^state-/)]))
  })

  test.each([
    ['in production', { NODE_ENV: 'production' }, 'NODE_ENV is production'],
    ['for everybody on the network', { HOST: '0.0.0.0' }, 'HOST 0.0.0.0 is not loopback'],
    ['with a setting that is none', { PORT: 'many' }, 'PORT'],
  ] satisfies [string, Environment, string][])('does not start %s', async (_name, env, reason) => {
    const { output, code } = await launch({ DATA_DIR: dataDir, ...env }).ended
    expect(output).toContain(reason)
    expect(output).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
  })

  test.runIf(ordinaryUser)('says so when it may not write to the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
    await chmod(folder, 0o555)
    const env = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data') }
    const { output, code } = await launch(env, ordinaryUser ?? {}).ended
    expect(output).toBe(`${folder}/data may not be written by this user. Set DATA_DIR to a folder of your own.`)
    expect(code).toBe(1)
    await rm(folder, { recursive: true })
  })

  test.runIf(ordinaryUser)('works as an ordinary user who may not write to the checkout', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
    if (ordinaryUser?.uid && ordinaryUser.gid) await chown(folder, ordinaryUser.uid, ordinaryUser.gid)
    const { program } = await launched(folder, ordinaryUser ?? {})
    program.signalGroup('SIGINT')
    expect((await program.ended).code).toBe(0)
    await rm(folder, { recursive: true, force: true })
  })
})
