import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { type SandboxRole, sandboxEmail } from '#sandbox/people.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject } from '#shared/contract/projects.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { listTransactions, syncTransactions } from '#shared/contract/transactions.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { listBalances, mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import { Failure } from '#shared/rules/failure.ts'
import { type Caller, callerAt } from '../person.ts'
import { type Program, start } from './processes.ts'

const root = join(import.meta.dirname, '../..')
const password = 'a-password-for-tests'
const movements = 200
const kills = 3
const atOnce = 4
const minted = 1_000
const minuteMs = 60_000

let dataDir: string
let port: number
let program: Program | null = null
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  port = await freePort()
})
afterAll(async () => {
  program?.signalGroup('SIGINT')
  await program?.ended
  await rm(dataDir, { recursive: true, force: true })
})

const baseUrl = () => `http://localhost:${port}`

async function startAgain(): Promise<void> {
  program = start(process.execPath, [join(root, 'scripts/run.mjs'), 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      SANDBOX_PASSWORD: password,
      LOG_LEVEL: 'warn',
    },
  })
  await program.line(new RegExp(baseUrl()))
}

async function killAll(): Promise<void> {
  program?.signalGroup('SIGKILL')
  await program?.ended
}

async function as(role: SandboxRole): Promise<Caller> {
  const { accessToken } = await signIn(baseUrl(), sandboxEmail(role), password)
  return callerAt(baseUrl(), accessToken)
}

const projectName = 'Wells of Turkana'

/** Units of a new asset in the proponent's hand. */
async function issue(quantity: number): Promise<void> {
  const [proponent, admin, measurer, verifier] = await Promise.all(
    (['proponent', 'tenant-admin', 'measurer', 'verifier'] as const).map(as),
  )
  if (!proponent || !admin || !measurer || !verifier) throw new Error('four people have signed in')
  const accountOf = async (person: Caller) => (await person.call(readAccount)).accountId
  const [methodology] = (await proponent.call(listMethodologies)).items
  const { projectId } = await proponent.call(createProject, {
    body: {
      projectName,
      description: 'Water without boiling it.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: await accountOf(measurer),
      verificationProviderId: await accountOf(verifier),
      startDate: '2022-01-01',
      endDate: '2030-12-31',
    },
  })
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await admin.call(decideProject, { params: { projectId }, body: { act: 'approve' } })
  const period = { periodStart: '2023-01-01', periodEnd: '2023-12-31' }
  const { measurementId } = await measurer.call(openMeasurement, { body: { projectId, ...period } })
  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity } })
  await proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })
  const [asked] = (await verifier.call(listVerifications, { query: { tenantId: 'sample' } })).items
  const verificationId = asked?.verificationId ?? ''
  await verifier.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity, statement: 'Counted.', noConflictOfInterest: true },
  })
  await proponent.call(mintUnits, { body: { verificationId, quantity } })
}

test(
  `kill -9 of everything, ${kills} times in ${movements} movements, loses none that was answered and doubles none`,
  async () => {
    await startAgain()
    await issue(minted)
    let proponent = await as('proponent')
    const recipient = (await (await as('buyer')).call(readAccount)).accountId
    const own = (await proponent.call(readAccount)).accountId
    const heldOf = async () =>
      (await proponent.call(listBalances, { query: { accountId: own, q: projectName } })).items[0]
    const held = await heldOf()
    const figures = () => callerAt(baseUrl(), null).call(readFigures, { query: { tenantId: 'sample' } })
    const movementsOf = ({ settlement }: Awaited<ReturnType<typeof figures>>) =>
      settlement.recorded + settlement.submitted + settlement.confirmed
    const before = movementsOf(await figures())
    const transfers = async () =>
      (await proponent.call(listTransactions, { query: { accountId: own, type: 'transfer', limit: 1 } })).total
    const transfersBefore = await transfers()
    const body = { toAccountId: recipient, items: [{ assetId: held?.assetId ?? '', quantity: 1 }] }

    const killBefore = new Set(
      Array.from({ length: kills }, (_, n) => Math.floor(((n + Math.random()) * movements) / kills)),
    )
    const answered: string[] = []
    const left = Array.from({ length: movements }, (_, n) => `movement-${n}`)
    let restarting: Promise<void> | null = null
    const restart = async () => {
      await killAll()
      await startAgain()
      proponent = await as('proponent')
      restarting = null
    }
    const mover = async () => {
      for (let key = left.shift(); key !== undefined; key = left.shift()) {
        const moved = proponent.call(transferUnits, { body, headers: { 'idempotency-key': key } })
        if (killBefore.delete(movements - left.length)) restarting ??= restart()
        try {
          await moved
          answered.push(key)
        } catch (error) {
          if (error instanceof Failure && error.code !== 'unavailable') throw error
          // Nobody knows whether it was done: it is asked again under the same key.
          left.push(key)
          await restarting
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, mover))
    expect(new Set(answered).size).toBe(movements)

    await killAll()
    await startAgain()
    proponent = await as('proponent')
    expect((await heldOf())?.balance).toBe(minted - movements)
    expect(await transfers()).toBe(transfersBefore + movements)

    // On the chain once: everything is confirmed, and ledger and chain were compared since and agree.
    await expect
      .poll(
        async () => {
          await proponent.call(syncTransactions, { body: {} })
          const { settlement, reconciliation } = await figures()
          return { ...settlement, agreed: reconciliation?.agreed, mismatches: reconciliation?.mismatches }
        },
        { timeout: 2 * minuteMs, interval: 1_000 },
      )
      .toMatchObject({
        recorded: 0,
        submitted: 0,
        parked: 0,
        confirmed: before + movements,
        agreed: true,
        mismatches: [],
      })
  },
  5 * minuteMs,
)
