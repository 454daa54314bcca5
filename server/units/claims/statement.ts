import { createHash } from 'node:crypto'
import { newId, type Sql, snapshot } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { storingFiles } from '#server/infra/files/storing-files.ts'
import { using } from '#server/infra/files/using.ts'
import type { StatementData } from '#server/pdf/statement-data.ts'
import { longTurn, renderStatement } from '#server/pdf/writer.ts'
import { ownAccount } from '#server/people/accounts/accounts.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { type Tenant, tenantOf, wordsOf } from '#server/people/tenants/tenants.ts'
import type { Account, listStatements } from '#shared/contract/accounts.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { certificateNumber } from './certificates.ts'
import { newVerifyCode } from './claim-words.ts'
import {
  claimNumbersOf,
  type HeldRow,
  heldBy,
  ledgerSequence,
  type Moved,
  type MovedRow,
  movedBy,
  movementsOf,
  projectNames,
  type StatementRow,
  saveStatement,
  statementAbout,
  statementById,
  statementsOf,
} from './statement.store.ts'

/** Increment after correcting the texts, so that statements are made anew. */
const statementWording = 1
/** Limits of named claims (newest) and projects (largest); the sums cover all. */
const claimsNamed = 5_000
const projectsNamed = 2_000
const statementsListed = 50

/**
 * The statement with this id, or the current one, made in the caller's turn, as PDF. Fails with `not_found` without an
 * account or for an unknown id, `unavailable` if the queue is full.
 */
export async function legacyCertificate(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'files' | 'now'>,
  actor: Actor,
  { language = 'en', statementId }: { language?: Language | undefined; statementId?: string | undefined },
): Promise<Buffer> {
  const account = await ownAccount(deps, actor)
  const stored = statementId
    ? await statementById(deps.sql, account.tenantId, account.accountId, statementId)
    : await statementNow(deps, account, language, `${actor.tenantId} ${userIdOf(actor)}`)
  if (!stored) throw new Failure('not_found', 'There is no such statement.', because('noSuch.statement'))
  const file = await deps.files.get(stored.fileKey)
  if (!file) throw new Error(`The statement ${stored.fileKey} is not in the file store.`)
  return Buffer.concat(await file.stream.toArray())
}

export async function statementList(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
): Promise<ReplyOf<typeof listStatements>> {
  const { tenantId, accountId } = await ownAccount(deps, actor)
  const rows = await statementsOf(deps.sql, tenantId, accountId, statementsListed)
  return { items: rows.map(({ fileKey: _, ...statement }) => statement) }
}

/** The same file until its content changes. */
async function statementNow(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'files' | 'now'>,
  account: Account,
  language: Language,
  caller: string,
): Promise<StatementRow | null> {
  const { tenantId, accountId } = account
  const registry = await registryOf(deps, tenantId, language)
  const about = aboutOf(registry, account, await movementsOf(deps.sql, tenantId, accountId))
  const stored = await statementAbout(deps.sql, tenantId, accountId, language, about)
  if (stored) return stored
  const made = await makeOnce(deps, { registry, account, language }, caller)
  return statementAbout(deps.sql, tenantId, accountId, language, made)
}

type Wanted = { registry: Registry; account: Account; language: Language }

const making = new Map<string, Promise<Buffer>>()

/** Concurrent calls share one run, so that an account never queues twice. */
function makeOnce(deps: Pick<InfraDeps, 'sql' | 'files' | 'now'>, wanted: Wanted, caller: string): Promise<Buffer> {
  const { account, language } = wanted
  const name = `${account.tenantId} ${account.accountId} ${language}`
  const under = making.get(name) ?? longTurn(caller, () => make(deps, wanted)).finally(() => making.delete(name))
  making.set(name, under)
  return under
}

/** Returns the content hash. */
async function make(
  deps: Pick<InfraDeps, 'sql' | 'files' | 'now'>,
  { registry, account, language }: Wanted,
): Promise<Buffer> {
  const { tenantId, accountId } = account
  const { figures, movements } = await deps.sql.begin(async (tx) => {
    return { figures: await figuresOf(tx, account), movements: await movementsOf(tx, tenantId, accountId) }
  }, snapshot)
  const statement = assembled(registry, account, figures, deps.now().toISOString())
  const bytes = await renderStatement(statement, language)
  const sha256 = createHash('sha256').update(bytes).digest()
  const id = newId()
  const key = `statements/${tenantId}/${id}.pdf`
  const about = aboutOf(registry, account, movements)
  const { asOf, verifyCode } = statement
  await using(deps.files.draft([bytes]), (draft) =>
    storingFiles(deps, tenantId, [{ key, draft, mediaType: 'application/pdf' }], async (tx, releaseFiles) => {
      const row = { tenantId, id, accountId, language, about, asOf, verifyCode, fileKey: key, sha256 }
      if (!(await saveStatement(tx, row))) await releaseFiles([key])
    }),
  )
  return about
}

/** The content without time and code: texts, account facts and number of movements. */
function aboutOf(registry: Registry, account: Account, movements: bigint): Buffer {
  const { name, type, country, createdAt } = account
  const content = {
    statementWording,
    registry,
    account: { name, type, country, createdAt },
    movements: String(movements),
  }
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

type Registry = RegistryWords & Pick<Tenant, 'owner' | 'accent'>

async function registryOf(deps: LookupDeps, tenantId: string, language: Language): Promise<Registry> {
  const tenant = await tenantOf(deps, tenantId)
  return { ...wordsOf(tenant, language), owner: tenant.owner, accent: tenant.accent }
}

type Figures = Awaited<ReturnType<typeof figuresOf>>

/** In one snapshot, so that the figures agree. */
async function figuresOf(tx: Sql, { tenantId, accountId }: Account) {
  const [moved, held, claims, sequence] = await Promise.all([
    movedBy(tx, tenantId, accountId),
    heldBy(tx, tenantId, accountId),
    claimNumbersOf(tx, tenantId, accountId, claimsNamed),
    ledgerSequence(tx, tenantId),
  ])
  const projects = projectsOf(moved, held)
  const named = projects.slice(0, projectsNamed)
  const names = await projectNames(
    tx,
    tenantId,
    named.map(({ id }) => id),
  )
  return { moved, held, claims, sequence, named, names, projectCount: projects.length }
}

function projectsOf(moved: readonly MovedRow[], held: readonly HeldRow[]) {
  const movedOf = new Map(moved.flatMap((row) => (row.projectId === null ? [] : [[row.projectId, row]])))
  const heldOf = new Map(held.map((row) => [row.projectId, row.held]))
  return [...new Set([...movedOf.keys(), ...heldOf.keys()])]
    .map((id) => {
      const row = movedOf.get(id) ?? nothing
      const here = heldOf.get(id) ?? 0n
      return { id, moved: row, held: here, size: row.minted + row.received + here }
    })
    .sort((a, b) => (a.size === b.size ? (a.id < b.id ? -1 : 1) : a.size > b.size ? -1 : 1))
}

const nothing: Moved = { minted: 0n, received: 0n, transferred: 0n, claimed: 0n, cancelled: 0n }

function assembled(registry: Registry, account: Account, figures: Figures, asOf: string): StatementData {
  const { moved, held, claims, named, names } = figures
  const all = moved.find(({ year, projectId }) => year === null && projectId === null) ?? nothing
  return {
    registry: { name: registry.name, owner: registry.owner, accent: registry.accent },
    unitName: { singular: registry.assetName, plural: registry.assetNamePlural },
    account: {
      id: account.accountId,
      name: account.name,
      type: account.type,
      country: account.country,
      memberSince: account.createdAt,
    },
    totals: { ...sumsOf(all), held: toWire(held.reduce((sum, row) => sum + row.held, 0n)) },
    byYear: moved.flatMap(({ year, ...row }) => (year === null ? [] : [{ year, ...sumsOf(row) }])),
    byProject: named
      .map(({ id, moved, held }) => ({ id, name: names.get(id) ?? id, ...sumsOf(moved), held: toWire(held) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    projectCount: figures.projectCount,
    claimNumbers: claims.newest.map((number) => certificateNumber({ number })),
    claimCount: toWire(claims.count),
    asOf,
    ledgerSequence: figures.sequence === null ? null : toWire(figures.sequence),
    verifyCode: newVerifyCode(),
  }
}

function sumsOf(row: Moved) {
  return {
    minted: toWire(row.minted),
    received: toWire(row.received),
    transferred: toWire(row.transferred),
    claimed: toWire(row.claimed),
    cancelled: toWire(row.cancelled),
  }
}
