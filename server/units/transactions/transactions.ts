import { explorerLink } from '#server/infra/chain/chain.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { permitAccount } from '#server/people/accounts/accounts.ts'
import { corrector } from '#server/people/search/corrections.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { countEntries, rangeOf } from '#server/units/ledger/ranges.ts'
import { publicRecord, syncNow as syncFor } from '#server/units/settlement/record.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listTransactions, PublicRecord, syncTransactions, Transaction } from '#shared/contract/transactions.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { entriesOf, linkOf, type TransactionRow, transactionById, transactionsBy } from './transactions.store.ts'

export { linkOf }

/** Further entries are only counted. */
const entriesShown = 200

/** Newest first; `not_found` for an account that the caller may not see. */
export async function accountTransactions(
  deps: Pick<InfraDeps, 'sql' | 'chain'>,
  actor: Actor,
  query: ValidQueryOf<typeof listTransactions>,
): Promise<ReplyOf<typeof listTransactions>> {
  await permitAccount(deps, actor, 'transaction.list', { tenantId: actor.tenantId, accountId: query.accountId })
  return pageOf(query, {
    correct: corrector(deps.sql, actor, actor.tenantId),
    read: (part) => transactionsBy(deps.sql, actor.tenantId, query, part),
    itemOf: (row) => transactionOf(deps, row),
  })
}

/** Fails with `not_found`. */
export async function transactionNamed(
  deps: Pick<InfraDeps, 'sql' | 'chain'>,
  tenantId: string,
  id: string,
): Promise<Transaction> {
  const row = await transactionById(deps.sql, id, tenantId)
  if (!row) throw new Failure('not_found', 'There is no such transaction.', because('noSuch.transaction'))
  return transactionOf(deps, row)
}

/** Reads the chain now and returns the progress of the caller's movements. */
export function syncNow(
  deps: Pick<UnitsDeps, 'sql' | 'settlement'>,
  actor: Actor,
): Promise<ReplyOf<typeof syncTransactions>> {
  return syncFor(deps, actor.tenantId, actor.isTenantAdmin ? null : memberOf(actor).accountId)
}

/** A movement in words and as raw chain data; fails with `not_found`. */
export async function publicRecordOf(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'chain'>,
  id: string,
  tenantId: string | undefined,
): Promise<PublicRecord> {
  const row = await transactionById(deps.sql, id, tenantId ?? null)
  if (!row) throw new Failure('not_found', 'There is no such record.', because('noSuch.record'))
  await tenantOf(deps, row.tenantId)
  const [entries, entryCount, link, chain] = await Promise.all([
    entriesOf(deps.sql, row.tenantId, id, entriesShown),
    countEntries(deps.sql, row.tenantId, id),
    linkOf(deps.sql, row.tenantId, id),
    chainPart(deps, row),
  ])
  const { reason: _, ...transaction } = transactionOf(deps, row)
  return {
    ...transaction,
    entries: entries.map((entry) => ({
      ...rangeOf(entry),
      projectName: entry.projectName,
      vintage: entry.vintage,
      from: entry.fromName,
      to: entry.toName,
      state: entry.toState,
    })),
    entryCount,
    ledger: link && { sequence: toWire(link.sequence), hash: link.hash, previousHash: link.previousHash },
    chain,
  }
}

async function chainPart(deps: Pick<InfraDeps, 'sql' | 'chain'>, row: TransactionRow): Promise<PublicRecord['chain']> {
  const record = await publicRecord(deps, row.tenantId, row.id)
  if (!record?.chain) return null
  const { firstItem: _, items: __, blockHash: ___, ...chain } = record.chain
  return chain
}

function transactionOf(deps: Pick<InfraDeps, 'chain'>, row: TransactionRow): Transaction {
  const { projectId, projectAccountId, tenantId } = row
  return {
    transactionId: row.id,
    tenantId,
    type: row.type,
    project: row.projectName,
    projectKey: projectId && projectAccountId && formatProjectKey({ tenantId, accountId: projectAccountId, projectId }),
    from: row.fromId === null ? null : { accountId: row.fromId, name: row.fromName ?? '' },
    to: row.toId === null ? null : { accountId: row.toId, name: row.toName ?? '' },
    quantity: toWire(row.quantity),
    when: row.occurredAt,
    reason: row.reason,
    claimId: row.claimId,
    settlement: {
      state: row.state,
      reason: row.stateReason,
      transactionHash: row.transactionHash,
      explorerUrl: explorerUrlOf(deps, row.transactionHash),
    },
  }
}

/** Null without a transaction or an explorer. */
export function explorerUrlOf({ chain }: Pick<InfraDeps, 'chain'>, transactionHash: string | null): string | null {
  return transactionHash && explorerLink(chain, 'tx', transactionHash)
}
