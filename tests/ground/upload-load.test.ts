import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { type SandboxRole, sandboxEmail } from '#sandbox/cast/people.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, type Project, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'
import { type Program, start } from '#tests/kit/processes.ts'
import { aFundedKey } from '#tests/kit/world.ts'
import { aPictureBomb } from '#tests/world/safety/hostile-pictures.ts'
import { readersBeside } from '#tests/world/safety/readers.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { canWatchMemory, descendantsOf, watchMemory } from './memory.ts'

const root = join(import.meta.dirname, '../..')
const password = 'a-password-for-tests'
const mostBytes = 300 * megabyte
/** Far shorter than one upload; the bench measures the wait. */
const mostWaitMs = 5_000
const senderRoles = ['proponent', 'account-admin', 'tenant-admin'] as const

let dataDir: string
let baseUrl: string
let program: Program
let senders: Caller[]
let token: string
let project: Project
let dropDatabase: () => Promise<void>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'upload-load-'))
  const { chainRpcUrl } = inject('servers')
  const database = await aDatabase()
  dropDatabase = database.drop
  const port = await freePort()
  baseUrl = `http://localhost:${port}`
  const [, options = ''] = packageJson.scripts.start.split('scripts/run.mjs ')
  program = start(process.execPath, [join(root, 'scripts/run.mjs'), ...options.split(' ')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      SANDBOX_PASSWORD: password,
      SANDBOX_STORY: 'false',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      CHAIN_RPC_URL: chainRpcUrl,
      CHAIN_OPERATOR_KEY: await aFundedKey(chainRpcUrl),
    },
  })
  await program.line(new RegExp(baseUrl))
  token = (await signIn(baseUrl, sandboxEmail('proponent'), password)).accessToken
  senders = await Promise.all(senderRoles.map(callerFor))
  project = await aProject()
})

afterAll(async () => {
  program.signalGroup('SIGTERM')
  await program.ended
  await dropDatabase()
  await rm(dataDir, { recursive: true, force: true })
})

describe.runIf(canWatchMemory).sequential('under many uploads at once', { timeout: 180_000 }, () => {
  test.each([
    ['16 pictures that unfold to 400 MB', 16, { bytesPerSample: 2, isInterlaced: true }],
    ['16 pictures that are read row by row', 16, { bytesPerSample: 1, isInterlaced: false }],
  ] as const)('%s take no more memory than there is, and readers wait for none', async (_, many, kind) => {
    const bomb = await aPictureBomb({ width: 8_000, height: 6_200, ...kind })
    expect(bomb.length).toBeLessThan(limits.imageBytes)
    const { outcomes, bytes, waitMs } = await load(many, (sender) => sendPicture(sender, blob(bomb)))
    expect(outcomes.filter((each) => each === 'too_many_requests').length).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(mostBytes)
    expect(waitMs).toBeLessThan(mostWaitMs)
  })

  test('40 documents of 20 MB take no more memory than there is, and readers wait for none', async () => {
    const document = blob(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(limits.documentBytes - 9)]))
    const { outcomes, bytes, waitMs } = await load(40, (sender) => sendDocument(sender, document))
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'too_many_requests']))
    expect(bytes).toBeLessThan(mostBytes)
    expect(waitMs).toBeLessThan(mostWaitMs)
  })

  test('afterwards an upload is taken, no process and no draft is left', async () => {
    const picture = await aPictureBomb({ width: 80, height: 60, bytesPerSample: 1, isInterlaced: true })
    expect(await outcomeOf(sendPicture(sender(0), blob(picture)))).toBe('ok')
    expect(descendantsOf(await registryPid()).length).toBe(0)
    expect(await readdir(join(dataDir, 'files/.unfinished'))).toEqual([])
  })
})

/** Returns outcomes of concurrent uploads and sign-ins, peak memory and a reader's longest wait. */
async function load(many: number, send: (sender: Caller) => Promise<unknown>) {
  const memory = watchMemory(await registryPid())
  const endReading = await readersBeside(
    ['/readyz', pathOf(project.documents[0]?.url)].map((path) => `${baseUrl}${path}`),
    token,
  )
  const signIns = Array.from({ length: 15 }, (_, n) => outcomeOfSignIn(`nobody-${n}@registry.test`))
  const outcomes = await Promise.all(
    Array.from({ length: many }, (_, n) => outcomeOf(send(sender(n % senders.length)))),
  )
  await Promise.all(signIns)
  return { outcomes, waitMs: await endReading(), bytes: memory() }
}

async function outcomeOfSignIn(email: string): Promise<'in' | 'refused'> {
  return signIn(baseUrl, email, password).then(
    () => 'in',
    () => 'refused',
  )
}

/** The launcher's child. */
async function registryPid(): Promise<number> {
  const [pid] = descendantsOf(program.pid)
  if (pid === undefined) throw new Error('The registry does not run.')
  return pid
}

async function callerFor(role: SandboxRole): Promise<Caller> {
  return callerAt(baseUrl, (await signIn(baseUrl, sandboxEmail(role), password)).accessToken)
}

function sender(index: number): Caller {
  const found = senders[index]
  if (!found) throw new Error(`There are ${senders.length} senders.`)
  return found
}

async function aProject(): Promise<Project> {
  const [measurer, verifier] = await Promise.all((['measurer', 'verifier'] as const).map(callerFor))
  const accountOf = async (person: Caller | undefined) => (await person?.call(readAccount))?.accountId ?? ''
  const [methodology] = (await sender(0).call(listMethodologies)).items
  const { projectKey } = await sender(0).call(createProject, {
    body: {
      projectName: 'Uploads',
      description: 'Many at once.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: await accountOf(measurer),
      verificationProviderId: await accountOf(verifier),
      startDate: '2022-01-01',
      endDate: '2030-12-31',
    },
  })
  return sendDocument(sender(0), blob(Buffer.from('%PDF-1.7\n')), projectKey)
}

function sendPicture(from: Caller, file: Blob) {
  return from.call(uploadImage, { form: formOf({ projectKey: project.projectKey }, ['image', file]) })
}

function sendDocument(from: Caller, file: Blob, projectKey = project.projectKey) {
  const fields = { projectKey, documentType: 'PDS' }
  return from.call(uploadDocument, { form: formOf(fields, ['document', file]) })
}

function formOf(fields: Record<string, string>, [name, file]: [string, Blob]): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, file, `${name}.pdf`)
  return form
}

function pathOf(address: string | undefined): string {
  return new URL(address ?? '', baseUrl).pathname
}

function blob(bytes: Uint8Array): Blob {
  return new Blob([new Uint8Array(bytes)])
}
