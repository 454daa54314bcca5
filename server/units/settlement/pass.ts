import type { Block } from '#server/infra/chain/chain.ts'
import type { Hex } from '#server/infra/chain/derive.ts'
import type { Config } from '#server/infra/config.ts'
import { levelOf } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { Failure } from '#shared/rules/failure.ts'

export type SettlerDeps = Pick<InfraDeps, 'sql' | 'chain' | 'log' | 'now'> & { config: Pick<Config, 'PUBLIC_URL'> }

/** As of the beginning of a pass. */
export type Moment = { chainId: number; head: Block }

/**
 * `confirmed`: final batches by tenant. `isQuiet`: nothing waits for the chain. `unknownBatches`: executed, but unknown
 * here.
 */
export type PassResult = Moment & { confirmed: Confirmed; isQuiet: boolean; unknownBatches: number }
export type Confirmed = Map<string, Hex[]>

/** Outages end by themselves; other errors need an operator. */
export function isOutage(error: unknown): boolean {
  return error instanceof Failure || levelOf(error) === 'warn'
}
