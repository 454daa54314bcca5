import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import sharp from 'sharp'
import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { type SandboxRole, sandboxEmail } from '#sandbox/cast/people.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { newId } from '#server/infra/db/database.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { descendantsOf, watchMemory } from '#tests/ground/memory.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'
import { finish, start } from '#tests/kit/processes.ts'
import { aPictureBomb } from '#tests/world/safety/hostile-pictures.ts'
import { readersBeside } from '#tests/world/safety/readers.ts'
import packageJson from '../package.json' with { type: 'json' }
import { anExport } from './an-export.ts'
import type { Bench, Measure } from './bench.ts'
import { startChild } from './child.ts'
import type { Line } from './lines.ts'
import { mixture } from './mixture.ts'

const mostBytes = 300 * megabyte
const mostWaitMs = 200
const root = join(import.meta.dirname, '..')
const password = 'a-password-for-the-bench'
const restMs = 5_000
const settlingMs = 30_000
const mixtureSeconds = 120

/** Peak memory of our process in each situation, and of its child processes. */
export const memory: Measure = {
  name: 'memory',
  run: async (bench) => [
    ...(await atRestAndUploads(bench)),
    ...(await importAndSettlement(bench)),
    ...(await everything(bench)),
    await underLoad(bench),
  ],
}

function atRestAndUploads(bench: Bench): Promise<Line[]> {
  return inPlace(bench, 'uploads', (env) =>
    inARegistry(env, async (pid) => {
      const idle = await during('idle', pid, () => pause(restMs), { isFromStart: true })
      const people = await Promise.all(
        (['proponent', 'account-admin', 'tenant-admin'] as const).map((role) => callerFor(env.PUBLIC_URL, role)),
      )
      const upload = await uploaderOf(env.PUBLIC_URL, people)
      const [photo, bomb] = await Promise.all([aPhoto(), aBomb()])
      const paper = aDocument()
      const read = (situation: string, many: number, send: () => Promise<string>) =>
        readDuring(env.PUBLIC_URL, `${many} ${situation}`, pid, () => sent(situation, many, send))
      return [
        idle,
        ...(await read('photos of 12 MP', 10, () => upload.picture(photo))),
        ...(await read('hostile pictures', 16, () => upload.picture(bomb))),
        ...(await read('documents of 20 MB', 40, () => upload.document(paper))),
      ]
    }),
  )
}

/** The import runs alone; a registry then settles the loaded movements. */
function importAndSettlement(bench: Bench): Promise<Line[]> {
  return inPlace(bench, 'import', async (env) => [
    await importing(bench, env),
    await inARegistry(env, (pid) => during('settlement', pid, () => pause(settlingMs))),
  ])
}

function everything(bench: Bench): Promise<Line[]> {
  return inPlace(bench, 'everything', async (env) => {
    await inARegistry(env, async () => {})
    await importing(bench, env)
    return inARegistry(env, (pid) => everythingAtOnce(env.PUBLIC_URL, pid))
  })
}

/** All requests at once: their limits must hold together. */
async function everythingAtOnce(url: string, pid: number): Promise<Line[]> {
  const signedIn = (role: SandboxRole) => signIn(url, sandboxEmail(role), password)
  const tokens = await Promise.all((['buyer', 'proponent', 'account-admin', 'tenant-admin'] as const).map(signedIn))
  const [buyer, proponent] = tokens.map(({ accessToken }) => callerAt(url, accessToken))
  const upload = await uploaderOf(url, [proponent!])
  const [photo, paper] = [await aPhoto(), aDocument()]
  const [buyers, proponents] = await Promise.all([buyer!, proponent!].map((person) => person.call(readAccount)))
  const [held] = (await buyer!.call(listBalances, { query: { accountId: buyers!.accountId } })).items
  const items = [{ assetId: held!.assetId, quantity: 1 }]
  const move = (from: Caller, toAccountId: string) =>
    outcomeOf(from.call(transferUnits, { headers: { 'idempotency-key': newId() }, body: { toAccountId, items } }))
  const all = () =>
    mixture({
      url,
      tenantId: 'sample',
      people: tokens.map(({ accessToken }) => accessToken),
      seconds: mixtureSeconds,
      acts: {
        pictures: () => upload.picture(photo),
        documents: () => upload.document(paper),
        movements: () => move(buyer!, proponents!.accountId).then(() => move(proponent!, buyers!.accountId)),
      },
    })
  return readDuring(url, 'everything at once', pid, async () =>
    console.log(`memory: of everything at once ${await all()}`),
  )
}

type Settings = ReturnType<typeof settingsOf>

/** Calls `work` with settings for its own database, chain and folder. */
function inPlace<Result>(bench: Bench, name: string, work: (env: Settings) => Promise<Result>): Promise<Result> {
  return bench.inDatabase(async ({ url }) => {
    const dataDir = join(bench.folder, `memory-${name}`)
    const { rpcUrl, operatorKey, stop } = await startChain({ dataDir: `${dataDir}-chain`, log: () => {} })
    try {
      return await work(settingsOf({ url, dataDir, rpcUrl, operatorKey, port: await freePort() }))
    } finally {
      await stop()
    }
  })
}

/** Runs a registry as `npm start` does during `work`; `pid` is its process. */
async function inARegistry<Result>(env: Settings, work: (pid: number) => Promise<Result>): Promise<Result> {
  const [, flags = ''] = packageJson.scripts.start.split('scripts/run.mjs ')
  const program = start(process.execPath, [join(root, 'scripts/run.mjs'), ...flags.split(' ')], { cwd: root, env })
  try {
    await program.line(/is ready at/)
    const [pid] = descendantsOf(program.pid)
    if (pid === undefined) throw new Error('The registry does not run.')
    return await work(pid)
  } finally {
    program.signalGroup('SIGTERM')
    await program.ended
  }
}

type Place = { url: string; dataDir: string; rpcUrl: string; operatorKey: string; port: number }

function settingsOf({ url, dataDir, rpcUrl, operatorKey, port }: Place) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    CHAIN_RPC_URL: rpcUrl,
    CHAIN_OPERATOR_KEY: operatorKey,
    SANDBOX_PASSWORD: password,
    SANDBOX_STORY: 'false',
    LOG_LEVEL: 'error',
  }
}

/** Reads the kernel's peak, reset here unless `isFromStart`. */
async function during(
  name: string,
  pid: number,
  work: () => Promise<unknown>,
  { isFromStart = false } = {},
): Promise<Line> {
  if (!isFromStart) await writeFile(`/proc/${pid}/clear_refs`, '5')
  const children = watchMemory(pid, { beside: true })
  await work()
  return lineOf(name, await mostHeldBy(pid), children())
}

/** Also measures the slowest read meanwhile. */
async function readDuring(url: string, name: string, pid: number, work: () => Promise<unknown>): Promise<Line[]> {
  const endReading = await readersBeside([`${url}/readyz`])
  const held = await during(name, pid, work)
  const waitMs = await endReading()
  return [
    held,
    {
      name: `/readyz at worst, ${name}`,
      measured: `${waitMs.toFixed(0)} ms`,
      limit: `${mostWaitMs} ms`,
      ratio: waitMs / mostWaitMs,
      goal: { atMost: 1 },
    },
  ]
}

async function mostHeldBy(pid: number): Promise<number> {
  const [, kB = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) * 1024
}

function lineOf(situation: string, bytes: number, beside: number): Line {
  return {
    name: `memory of our process, ${situation}`,
    measured: `${inMegabytes(bytes)}${beside > 0 ? `, and ${inMegabytes(beside)} in its children` : ''}`,
    limit: inMegabytes(mostBytes),
    ratio: bytes / mostBytes,
    goal: { atMost: 1 },
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / megabyte)} MB`
}

async function importing(bench: Bench, env: Settings): Promise<Line> {
  const { files } = await anExport(bench.folder)
  const [, flags = ''] = packageJson.scripts.import.split('scripts/run.mjs ')
  const args = ['--tenant', 'sample', '--projects', files.project, '--mints', files.mint, '--ledger', files.block]
  const { output } = await finish(process.execPath, [join(root, 'scripts/run.mjs'), ...flags.split(' '), ...args], {
    cwd: root,
    env,
  })
  const [, held] = /(\d+) MB of memory at most/.exec(output) ?? []
  if (held === undefined) throw new Error(`The import does not say what it held:\n${output}`)
  return lineOf('import', Number(held) * megabyte, 0)
}

async function underLoad(bench: Bench): Promise<Line> {
  return bench.inDatabase(async ({ url, tenantId }) => {
    const settings = { DATABASE_URL: url, TENANT_ID: tenantId, DATA_DIR: join(bench.folder, 'memory-load') }
    const registry = await startChild('registry-process.ts', settings)
    try {
      const list = `${registry.url}/api/projects?tenantId=${tenantId}&limit=20`
      return await during('list load', registry.pid, () => autocannon({ url: list, connections: 32, duration: 10 }))
    } finally {
      await registry.stop()
    }
  })
}

async function callerFor(baseUrl: string, role: SandboxRole): Promise<Caller> {
  return callerAt(baseUrl, (await signIn(baseUrl, sandboxEmail(role), password)).accessToken)
}

/** Returns functions that upload as each person in turn. */
async function uploaderOf(baseUrl: string, people: readonly Caller[]) {
  const [proponent] = people
  const providers = await Promise.all((['measurer', 'verifier'] as const).map((role) => callerFor(baseUrl, role)))
  const [measurer, verifier] = await Promise.all(providers.map((person) => person.call(readAccount)))
  const [methodology] = (await proponent!.call(listMethodologies)).items
  const { projectKey } = await proponent!.call(createProject, {
    body: {
      projectName: 'Pictures',
      description: 'Many at once.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: measurer?.accountId,
      verificationProviderId: verifier?.accountId,
      startDate: '2022-01-01',
      endDate: '2030-12-31',
    },
  })
  let sent = 0
  const next = () => people[sent++ % people.length]!
  const form = (fields: Record<string, string>, name: string, file: Blob) => {
    const filled = new FormData()
    for (const [field, value] of Object.entries({ projectKey, ...fields })) filled.append(field, value)
    filled.append(name, file, `${name}.pdf`)
    return filled
  }
  return {
    picture: (file: Blob) => outcomeOf(next().call(uploadImage, { form: form({}, 'image', file) })),
    document: (file: Blob) =>
      outcomeOf(next().call(uploadDocument, { form: form({ documentType: 'PDS' }, 'document', file) })),
  }
}

/** Sends requests at once and logs the outcomes: rejected ones cost nothing. */
async function sent(what: string, count: number, send: () => Promise<string>): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: count }, send))
  const summary = [...new Set(outcomes)].map((each) => `${outcomes.filter((other) => other === each).length} ${each}`)
  console.log(`memory: of ${count} ${what} ${summary.join(', ')}`)
}

async function aPhoto(): Promise<Blob> {
  const grain = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const image = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#567', noise: grain } })
  return blobOf(await image.jpeg({ quality: 60 }).toBuffer())
}

async function aBomb(): Promise<Blob> {
  return blobOf(await aPictureBomb({ width: 8_000, height: 6_200, bytesPerSample: 2, isInterlaced: true }))
}

function aDocument(): Blob {
  return blobOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(limits.documentBytes - 9)]))
}

function blobOf(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)])
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
