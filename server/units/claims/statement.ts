import { createHash } from 'node:crypto'
import { type Sql, snapshot } from '#server/infra/db/database.ts'
import type { StatementData } from '#server/pdf/statement-data.ts'
import { renderStatement } from '#server/pdf/writer.ts'
import { ownAccount } from '#server/people/accounts/accounts.ts'
import { type Tenant, tenantOf, wordsOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { certificateNumber } from './certificates.ts'
import { claimNumbersOf, type HeldRow, heldBy, ledgerSequence, type MovedRow, movedBy } from './statement.store.ts'

/** The lifetime statement of the caller's account as a PDF; `not_found` while it has none. */
export async function legacyCertificate(deps: UnitsDeps, actor: Actor, language: Language): Promise<Buffer> {
  return Buffer.from(await renderStatement(await statementOf(deps, actor, language), language))
}

/** Returns what the statement of the caller's account says; reads the figures from one snapshot of the ledger, so that they agree with each other. */
export async function statementOf(deps: UnitsDeps, actor: Actor, language: Language): Promise<StatementData> {
  const account = await ownAccount(deps, actor)
  const tenant = await tenantOf(deps, actor.tenantId)
  const figures = await deps.sql.begin((tx) => figuresOf(tx, account), snapshot)
  const registry = { ...wordsOf(tenant, language), owner: tenant.owner, accent: tenant.accent }
  return assembled(registry, account, figures, deps.now().toISOString())
}

type Figures = Awaited<ReturnType<typeof figuresOf>>

async function figuresOf(tx: Sql, { tenantId, accountId }: Account) {
  const [moved, held, claimNumbers, sequence] = await Promise.all([
    movedBy(tx, tenantId, accountId),
    heldBy(tx, tenantId, accountId),
    claimNumbersOf(tx, tenantId, accountId),
    ledgerSequence(tx, tenantId),
  ])
  return { moved, held, claimNumbers, sequence }
}

type Registry = RegistryWords & Pick<Tenant, 'owner' | 'accent'>

function assembled(registry: Registry, account: Account, figures: Figures, asOf: string): StatementData {
  const { moved, held } = figures
  const years = [...new Set(moved.map((row) => row.year))]
  const names = new Map([...moved, ...held].map((row) => [row.projectId, row.projectName]))
  const heldOf = (rows: readonly HeldRow[]) => toWire(rows.reduce((sum, row) => sum + row.held, 0n))
  const statement = {
    registry: { name: registry.name, owner: registry.owner, accent: registry.accent },
    unitName: { singular: registry.assetName, plural: registry.assetNamePlural },
    account: {
      id: account.accountId,
      name: account.name,
      type: account.type,
      country: account.country,
      memberSince: account.createdAt,
    },
    totals: { ...sumsOf(moved), held: heldOf(held) },
    byYear: years.map((year) => ({ year, ...sumsOf(moved.filter((row) => row.year === year)) })),
    byProject: [...names].map(([id, name]) => ({
      id,
      name,
      ...sumsOf(moved.filter((row) => row.projectId === id)),
      held: heldOf(held.filter((row) => row.projectId === id)),
    })),
    claimNumbers: figures.claimNumbers.map((number) => certificateNumber({ number })),
    asOf,
    ledgerSequence: figures.sequence === null ? null : toWire(figures.sequence),
  }
  return { ...statement, verifyCode: verifyCodeOf(statement) }
}

type Sums = Omit<StatementData['totals'], 'held'>

function sumsOf(rows: readonly MovedRow[]): Sums {
  const sum = (of: (row: MovedRow) => bigint) => toWire(rows.reduce((total, row) => total + of(row), 0n))
  return {
    minted: sum((row) => row.minted),
    received: sum((row) => row.received),
    transferred: sum((row) => row.transferred),
    claimed: sum((row) => row.claimed),
    cancelled: sum((row) => row.cancelled),
  }
}

const codeLength = 12

/** A code of these figures at this moment: a statement that says anything else has another one. */
function verifyCodeOf(statement: Omit<StatementData, 'verifyCode'>): string {
  return createHash('sha256').update(JSON.stringify(statement)).digest('hex').slice(0, codeLength).toUpperCase()
}
